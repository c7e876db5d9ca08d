// The time zone that the browser is in, for a club that is opened here.
for (const field of document.getElementsByName("zone")) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
