"""The pages and sockets of the table served by libraries, beside what stations/web does itself."""
