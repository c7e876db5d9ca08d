"""How numbers are written, where it is otherwise than Django has it."""
