"""The screens of Zatre: a view in, a picture and the same in words out."""
