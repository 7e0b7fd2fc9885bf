# Abstract classes: methods that are missing are found when they are called.


def abstractmethod(function):
    return function


class ABC(object):
    pass
