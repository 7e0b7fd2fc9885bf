package python

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/go-python/gpython/py"
)

// amendOS adds to module os what scripts read at set-up.
func amendOS(g py.StringDict) {
	g["_exit"] = newExitFunction("_exit") // the real one would end the solver
	environ := &Dict{}
	for _, e := range os.Environ() {
		name, value, _ := strings.Cut(e, "=")
		_ = environ.Set(py.String(name), py.String(value))
	}
	g["environ"] = environ
	for _, m := range systemFunctions {
		g[m.Name] = m
	}
}

// toPath returns a path, which is a text or an object with the method __fspath__.
func toPath(o py.Object) (string, error) {
	if f := SpecialMethod(o, "__fspath__"); f != nil {
		var err error
		if o, err = py.Call(f, py.Tuple{o}, nil); err != nil {
			return "", err
		}
	}
	s, ok := o.(py.String)
	if !ok {
		return "", py.ExceptionNewf(py.TypeError, "a path must be str, not %s", typeName(o))
	}
	return string(s), nil
}

var systemFunctions = []*py.Method{
	newBuiltinMethod("fspath", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
		path, err := toPath(args[0])
		return py.String(path), err
	}),
	// _stat reports os.path what a path is: 0 nothing, 1 a file, 2 a folder.
	newBuiltinMethod("_stat", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
		path, err := toPath(args[0])
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return py.Int(0), nil
		case info.IsDir():
			return py.Int(2), nil
		}
		return py.Int(1), nil
	}),
	newBuiltinMethod("_size", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
		path, err := toPath(args[0])
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, py.ExceptionNewf(py.FileNotFoundError, "No such file or directory: '%s'", path)
		}
		return py.Int(info.Size()), nil
	}),
	newBuiltinMethod("_real", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
		path, err := toPath(args[0])
		if err != nil {
			return nil, err
		}
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
		return py.String(path), nil
	}),
	newBuiltinMethod("getloadavg", 0, 0, func(py.Object, py.Tuple) (py.Object, error) { return loadAverage() }),
	newBuiltinMethod("cpu_count", 0, 0, func(py.Object, py.Tuple) (py.Object, error) { return py.Int(runtime.NumCPU()), nil }),
}

// loadAverage is os.getloadavg(): from the kernel's file where there is one.
func loadAverage() (py.Object, error) {
	var l [3]float64
	text, err := os.ReadFile("/proc/loadavg")
	if err == nil {
		_, err = fmt.Sscan(string(text), &l[0], &l[1], &l[2])
	}
	if err != nil {
		return nil, py.ExceptionNewf(py.OSError, "Load averages are unobtainable")
	}
	return py.Tuple{py.Float(l[0]), py.Float(l[1]), py.Float(l[2])}, nil
}

// began is what clocks that mean nothing by themselves count from.
var began = time.Now()

// amendTime gives module time working functions: most of gpython's are empty. Those
// that remain empty are taken out.
func amendTime(g py.StringDict) {
	for _, name := range []string{"clock_gettime", "clock_settime", "clock_getres", "gmtime", "localtime", "asctime", "ctime",
		"mktime", "strftime", "strptime", "tzset"} {
		delete(g, name)
	}
	seconds := func(name string, now func() float64) {
		g[name] = newBuiltinMethod(name, 0, 0, func(py.Object, py.Tuple) (py.Object, error) { return py.Float(now()), nil })
	}
	since := func() float64 { return time.Since(began).Seconds() }
	seconds("perf_counter", since)
	seconds("monotonic", since)
	seconds("process_time", processSeconds)
	seconds("clock", processSeconds) // of Python 2
	g["ctime"] = newBuiltinMethod("ctime", 0, 0, func(py.Object, py.Tuple) (py.Object, error) {
		return py.String(time.Now().Format("Mon Jan _2 15:04:05 2006")), nil
	})
	g["strftime"] = newBuiltinMethod("strftime", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
		s, ok := args[0].(py.String)
		if !ok {
			return nil, py.ExceptionNewf(py.TypeError, "strftime() argument 1 must be str, not %s", typeName(args[0]))
		}
		return formatTime(string(s), time.Now())
	})
}

// timeLetters are the fields of strftime in Go's spelling.
var timeLetters = map[byte]string{'Y': "2006", 'm': "01", 'd': "02", 'H': "15", 'M': "04", 'S': "05", 'y': "06", 'b': "Jan", 'B': "January",
	'a': "Mon", 'A': "Monday", 'I': "03", 'p': "PM", 'j': "002", 'Z': "MST", 'z': "-0700", 'c': "Mon Jan _2 15:04:05 2006",
	'x': "01/02/06", 'X': "15:04:05", 'F': "2006-01-02", 'T': "15:04:05"}

// formatTime returns strftime(format) of a time.
func formatTime(format string, t time.Time) (py.Object, error) {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		layout, ok := timeLetters[format[i]]
		switch {
		case format[i] == '%':
			b.WriteByte('%')
		case !ok:
			return nil, py.ExceptionNewf(py.ValueError, "strftime(): %%%c is not supported by the embedded interpreter", format[i])
		default:
			b.WriteString(t.Format(layout))
		}
	}
	return py.String(b.String()), nil
}
