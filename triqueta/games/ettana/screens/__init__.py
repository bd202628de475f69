"""The screens of Ettana: what each looks like, and what it says in words."""
