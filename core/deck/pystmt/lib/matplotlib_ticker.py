class _Nothing:
    # Of it anything may be called.
    def __call__(self, *args, **kw):
        return self

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        return self

    def __getitem__(self, key):
        return self


MaxNLocator = MultipleLocator = FormatStrFormatter = ScalarFormatter = _Nothing()
