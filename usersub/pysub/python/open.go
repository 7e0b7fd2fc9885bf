package python

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/go-python/gpython/py"
)

// openNames are the parameters of open() in their order.
var openNames = []string{"file", "mode", "buffering", "encoding", "errors", "newline", "closefd", "opener"}

// newOpenFunction returns the builtin open, of a file by its name. Text is in UTF-8, with or without a byte-order mark.
func newOpenFunction(old py.Object) *py.Method {
	return py.MustNewMethod("open", func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		given, err := bindOpenArguments(args, kwargs)
		if err != nil {
			return nil, err
		}
		path, err := toPath(given["file"])
		if err != nil {
			return nil, err
		}
		mode, err := optionalText(given, "mode", "r")
		if err != nil {
			return nil, err
		}
		mark, ascii, err := parseEncoding(given)
		if err != nil {
			return nil, err
		}
		f, err := py.Call(old, py.Tuple{py.String(path), py.String(mode)}, nil)
		if err != nil {
			return nil, err
		}
		file, ok := f.(*py.File)
		if !ok || strings.Contains(mode, "b") {
			return f, nil
		}
		if err := handleByteOrderMark(file, mark, ascii, strings.ContainsAny(mode, "wx")); err != nil {
			file.File.Close()
			return nil, err
		}
		if o := given["newline"]; (o == nil || o == py.None) && !strings.ContainsAny(mode, "wax+") {
			return translateLineEnds(file)
		}
		return f, nil
	}, 0, "open(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None)")
}

// bindOpenArguments gives the arguments of open() their names.
func bindOpenArguments(args py.Tuple, kwargs py.StringDict) (map[string]py.Object, error) {
	if len(args) > len(openNames) {
		return nil, py.ExceptionNewf(py.TypeError, "open() takes at most %d arguments (%d given)", len(openNames), len(args))
	}
	given := map[string]py.Object{}
	for i, a := range args {
		given[openNames[i]] = a
	}
	for k, v := range kwargs {
		if !slices.Contains(openNames, k) {
			return nil, py.ExceptionNewf(py.TypeError, "open() got an unexpected keyword argument '%s'", k)
		}
		if given[k] != nil {
			return nil, py.ExceptionNewf(py.TypeError, "argument for open() given by name ('%s') and position", k)
		}
		given[k] = v
	}
	if given["file"] == nil {
		return nil, py.ExceptionNewf(py.TypeError, "open() missing required argument 'file' (pos 1)")
	}
	if o := given["opener"]; o != nil && o != py.None {
		return nil, py.ExceptionNewf(py.NotImplementedError, "open(): opener is not supported by the embedded interpreter")
	}
	return given, nil
}

// optionalText returns an argument that is a text or None.
func optionalText(given map[string]py.Object, name, fallback string) (string, error) {
	o := given[name]
	if o == nil || o == py.None {
		return fallback, nil
	}
	s, ok := o.(py.String)
	if !ok {
		return "", py.ExceptionNewf(py.TypeError, "open() argument '%s' must be str or None, not %s", name, typeName(o))
	}
	return string(s), nil
}

// parseEncoding reads encoding, errors and newline: whether the text may begin with a mark, and whether it is to be ASCII,
// since the encoding differs from UTF-8 in all else.
func parseEncoding(given map[string]py.Object) (mayHaveMark, mustBeASCII bool, err error) {
	encoding, err := optionalText(given, "encoding", "utf-8")
	if err != nil {
		return false, false, err
	}
	if _, err = optionalText(given, "errors", ""); err != nil {
		return false, false, err
	}
	newline, err := optionalText(given, "newline", "")
	if err != nil {
		return false, false, err
	}
	if !slices.Contains([]string{"", "\n"}, newline) {
		return false, false, py.ExceptionNewf(py.NotImplementedError, "open(): newline=%s is not supported by the embedded interpreter", py.DebugRepr(py.String(newline)))
	}
	switch strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(encoding)) {
	case "utf-8", "utf8", "u8":
		return false, false, nil
	case "utf-8-sig", "utf8-sig":
		return true, false, nil
	case "ascii", "us-ascii", "latin-1", "latin1", "iso-8859-1", "iso8859-1", "cp1252", "windows-1252":
		return false, true, nil
	}
	return false, false, py.ExceptionNewf(py.LookupError, "unknown encoding: %s", encoding)
}

// handleByteOrderMark passes over the mark of a text that is read, or writes that of a new one, and refuses a text that is not ASCII where it
// has to be.
func handleByteOrderMark(f *py.File, mayHaveMark, mustBeASCII, isWritten bool) error {
	const bom = "\xef\xbb\xbf"
	switch {
	case mayHaveMark && isWritten:
		_, err := f.File.WriteString(bom)
		return err
	case mayHaveMark && f.Can(py.FileRead):
		var head [3]byte
		if n, _ := f.File.ReadAt(head[:], 0); n == 3 && string(head[:]) == bom {
			_, err := f.File.Seek(3, io.SeekStart)
			return err
		}
	case mustBeASCII && f.Can(py.FileRead):
		text, err := os.ReadFile(f.File.Name())
		if err != nil {
			return py.ExceptionNewf(py.OSError, "%v", err)
		}
		if i := bytes.IndexFunc(text, func(r rune) bool { return r >= 0x80 }); i >= 0 {
			return py.ExceptionNewf(py.NotImplementedError, "%s", fmt.Sprintf(
				"open(): line %d of %s is not ASCII, and the embedded interpreter reads no encoding but UTF-8", 1+bytes.Count(text[:i], []byte("\n")), f.File.Name()))
		}
	}
	return nil
}

// translateLineEnds lets a text that is read end its lines by \n, whatever the file has.
func translateLineEnds(f *py.File) (*py.File, error) {
	info, err := f.File.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return f, nil
	}
	from, err := f.File.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, py.ExceptionNewf(py.OSError, "%v", err)
	}
	text, err := io.ReadAll(f.File)
	if err != nil {
		return nil, py.ExceptionNewf(py.OSError, "%v", err)
	}
	if !bytes.ContainsRune(text, '\r') {
		_, err = f.File.Seek(from, io.SeekStart)
		return f, err
	}
	text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	r, w, err := os.Pipe()
	if err != nil {
		return nil, py.ExceptionNewf(py.OSError, "%v", err)
	}
	f.File.Close()
	f.File = r
	go func() {
		_, _ = w.Write(text) // until the file is closed
		w.Close()
	}()
	return f, nil
}
