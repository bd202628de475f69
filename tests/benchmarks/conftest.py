"""Files that need libraries which only their benchmark compares: pytest does not open them."""

collect_ignore_glob = ["*_libraries/with_*.py"]
