"""What no page of ours would send."""

from hypothesis import strategies as st

NASTY = [
    "",
    " ",
    "0",
    "-1",
    "1.5",
    "1e400",
    "NaN",
    "Infinity",
    "null",
    "true",
    "[]",
    "{}",
    "9" * 19,
    "9223372036854775808",
    "9" * 5000,
    "-" + "9" * 400,
    "٣",
    "१२",
    "²",
    "½",
    "\0",
    "Bo\0",
    "\ud83d",
    "\udc00Bo",
    "\u202eoB",
    "\u200f\u200e",
    "\u2028",
    "\ufeff",
    "\uffff",
    "\U0010ffff",
    "a\u0301" * 400,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 30,
    "<script>alert(1)</script>",
    "'; DROP TABLE games_club; --",
    "../../etc/passwd",
    "%00%0d%0a",
    "a\r\nSet-Cookie: a=b",
    "{{ 7 }}{% now %}",
    "%(name)s %s {0}",
    "A" * 70_000,
    b"\xff\xfe",
    b"\xc0\xaf",
    b"\xed\xa0\x80",
    b"%",
]
"""Each of these has broken something somewhere."""

texts = st.text(st.characters(codec=None), max_size=40)
values = st.one_of(st.sampled_from(NASTY), texts, st.binary(max_size=20), st.integers().map(str))


def told(fields):
    """Fields of a form, by name with the values that they have there: filled in anyhow, repeated, left out."""
    names = sorted(fields)
    value = {name: st.one_of(st.sampled_from(sorted(fields[name])), values) for name in names}
    name = st.sampled_from(names)
    one = name.flatmap(lambda name: st.tuples(st.just(name), value[name]))
    stranger = st.tuples(texts, values)
    likely = st.tuples(*(st.tuples(st.just(name), st.sampled_from(sorted(fields[name]))) for name in names))
    anyhow = st.lists(st.one_of(one, one, one, stranger), max_size=30)
    return st.one_of(anyhow, st.tuples(likely, anyhow).map(lambda both: [*both[0], *both[1]]))
