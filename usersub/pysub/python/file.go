package python

import (
	"io"

	"github.com/go-python/gpython/py"
)

// fileMethods are methods of files that gpython lacks. Files are text; a line
// is read letter by letter, since other methods read from the same place.
var fileMethods = []*py.Method{
	newBuiltinMethod("readline", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		s, err := readLine(self.(*py.File))
		return py.String(s), err
	}),
	newBuiltinMethod("readlines", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		return readLines(self.(*py.File))
	}),
}

// wrapToAcceptFile lets what takes something to iterate over take a file: gpython's files can
// only are in a for statement.
func wrapToAcceptFile(old py.NewFunc) py.NewFunc {
	return func(t *py.Type, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		if len(args) > 0 {
			if f, ok := args[0].(*py.File); ok {
				lines, err := readLines(f)
				if err != nil {
					return nil, err
				}
				args = append(py.Tuple{lines}, args[1:]...)
			}
		}
		return old(t, args, kwargs)
	}
}

// newIterFunction returns the builtin iter: iter(x) or iter(function, last), for files too.
func newIterFunction(old py.Object) *py.Method {
	call := wrapToAcceptFile(func(_ *py.Type, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		return py.Call(old, args, kwargs)
	})
	return py.MustNewMethod("iter", func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		return call(nil, args, kwargs)
	}, 0, "iter(iterable) or iter(function, last)")
}

func readLine(f *py.File) (string, error) {
	var line []byte
	var b [1]byte
	for {
		n, err := f.File.Read(b[:])
		if n > 0 {
			line = append(line, b[0])
		}
		switch {
		case n > 0 && b[0] == '\n':
			return string(line), nil
		case err == io.EOF:
			return string(line), nil
		case err != nil:
			return "", py.ExceptionNewf(py.OSError, "%v", err)
		}
	}
}

func readLines(f *py.File) (*py.List, error) {
	text, err := io.ReadAll(f.File)
	if err != nil {
		return nil, py.ExceptionNewf(py.OSError, "%v", err)
	}
	l := py.NewList()
	for from := 0; from < len(text); {
		to := from
		for to < len(text) && text[to] != '\n' {
			to++
		}
		to = min(to+1, len(text))
		l.Append(py.String(text[from:to]))
		from = to
	}
	return l, nil
}
