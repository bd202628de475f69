"""The screens of Zatre, each as a picture and in words."""
