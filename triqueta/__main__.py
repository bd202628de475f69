from triqueta.cli import main

raise SystemExit(main())
