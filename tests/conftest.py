"""The option that writes the golden screens anew; and a state folder that is not the tester's own."""

import os
import shutil
import tempfile


def pytest_addoption(parser):
    parser.addoption("--regenerate", action="store_true", help="write the golden screens anew")


def pytest_configure(config):
    config.melee_state = os.environ["MELEE_STATE"] = tempfile.mkdtemp(prefix="melee-tests-")
    os.environ.pop("MELEE_JOURNAL", None)


def pytest_unconfigure(config):
    shutil.rmtree(config.melee_state, ignore_errors=True)
