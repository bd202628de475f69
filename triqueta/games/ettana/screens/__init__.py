"""The screens of Ettana, each as a picture and in words."""
