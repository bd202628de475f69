"""The screens of Triqueta: each renders a view as a picture and in words."""
