# Warnings are printed.


def warn(message, category=None, stacklevel=1, source=None):
    name = "UserWarning" if category is None else category.__name__
    print(name + ": " + str(message))


def filterwarnings(*args, **named):
    pass


def simplefilter(*args, **named):
    pass
