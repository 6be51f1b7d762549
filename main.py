"""Entry point: `python3 main.py [scene]`, `python3 main.py test`, `python3 main.py bench`, `python3 main.py --help`."""

import sys

# This file keeps to a syntax that every Python 3 can read, so that an old one answers with a sentence.
if sys.version_info < (3, 11):
    sys.exit(
        "Kyvadlo needs Python 3.11 or newer, but %s is Python %d.%d; start main.py with a newer one, for example: "
        "python3.11 main.py" % (sys.executable, sys.version_info[0], sys.version_info[1])
    )

if __name__ == "__main__":
    from app import command_line

    sys.exit(command_line.main(sys.argv[1:]))
