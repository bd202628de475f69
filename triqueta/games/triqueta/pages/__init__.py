"""What web pages show of Triqueta: its drawings (`art.svg`), and the rules drawn with them."""
