"""``python -m melee_cli`` is the command ``melee``."""

from melee_cli.cli import main

if __name__ == "__main__":
    main()
