# Pictures are not drawn: whatever is called gives something of which whatever
# may be called.


class _Nothing:
    def __call__(self, *args, **kw):
        return self

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        return self

    def __getitem__(self, key):
        return self

    def __iter__(self):
        return iter([self, self])

    def __setitem__(self, key, value):
        pass


_nothing = _Nothing()
plot = figure = show = close = legend = xlabel = ylabel = title = grid = axis = gca = gcf = tight_layout = savefig = subplot = _nothing
xlim = ylim = pause = draw = ion = ioff = rcParams = rc = text = fill_between = scatter = bar = hist = semilogy = semilogx = loglog = clf = _nothing
cla = axhline = axvline = annotate = contour = contourf = colorbar = suptitle = subplots = subplots_adjust = _nothing
