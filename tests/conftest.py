"""The option that writes the golden screens anew."""


def pytest_addoption(parser):
    parser.addoption("--regenerate", action="store_true", help="write the golden screens anew")
