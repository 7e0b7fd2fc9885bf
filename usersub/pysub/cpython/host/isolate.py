# Isolation: what is imported from outside the installation is read by the solver, which knows what may run.

def isolate(installation):
    """installation: the folders whose modules are part of the interpreter. Loaders are changed and not finders: scripts make
    loaders themselves, too (importlib.util.spec_from_file_location)."""
    from importlib import machinery
    own = tuple(os.path.join(os.path.realpath(p), "") for p in installation)

    def outside(path):
        return not os.path.realpath(path).startswith(own)

    def source(self, name, cached=machinery.SourceFileLoader.get_code):
        path = os.path.abspath(self.get_filename(name))
        if not outside(path):
            return cached(self, name)
        return compile(send("code", path, 0)[0], path, "exec", dont_inherit=True)

    def byte_code(self, name, load=machinery.SourcelessFileLoader.get_code):
        if outside(self.path):
            raise ImportError("%s is byte code without a source; it is not run where code is locked" % self.path)
        return load(self, name)

    def extension(self, spec, load=machinery.ExtensionFileLoader.create_module):
        if outside(self.path):
            send("code", os.path.abspath(self.path), 1)
        return load(self, spec)

    def only_own(hook):
        def find(path):
            if outside(path):
                raise ImportError("%s: modules in archives are not run where code is locked" % path)
            return hook(path)
        return find

    machinery.SourceFileLoader.get_code = source
    machinery.SourcelessFileLoader.get_code = byte_code
    machinery.ExtensionFileLoader.create_module = extension
    sys.path_hooks[:] = [only_own(h) if getattr(h, "__name__", "") == "zipimporter" else h for h in sys.path_hooks]
    sys.path_importer_cache.clear()
    return ["ok"]


