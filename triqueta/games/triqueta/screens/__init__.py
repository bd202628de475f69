"""The screens of Triqueta: a view in, a picture and the same in words out."""
