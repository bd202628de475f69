"""Keep pytest from importing files that need libraries installed only for a benchmark."""

collect_ignore_glob = ["*_libraries/with_*.py"]
