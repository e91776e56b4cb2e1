"""`python -m gui_rec` is `gui-rec`."""

from gui_rec.cli.main import main

main()
