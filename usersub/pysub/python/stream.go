package python

import (
	"io"

	"github.com/go-python/gpython/py"
)

// Stream is sys.stdout and sys.stderr of scripts. It writes whole lines, so
// that they do not mix with messages of the solver.
type Stream struct {
	w   io.Writer
	buf []byte
}

var streamType = py.NewType("stream", "output of scripts")

func installStream() {
	streamType.Dict["write"] = py.MustNewMethod("write", func(self, text py.Object) (py.Object, error) {
		s, ok := text.(py.String)
		if !ok {
			return nil, py.ExceptionNewf(py.TypeError, "write() argument must be str, not %s", text.Type().Name)
		}
		self.(*Stream).writeText(string(s))
		return py.Int(len([]rune(string(s)))), nil
	}, 0, "write(text)")
	// gpython's print flushes every time; half a line waits for its rest.
	streamType.Dict["flush"] = py.MustNewMethod("flush", func(self py.Object) (py.Object, error) {
		return py.None, nil
	}, 0, "flush()")
}

func NewStream(w io.Writer) *Stream { return &Stream{w: w} }

// Type returns the Python type.
func (s *Stream) Type() *py.Type { return streamType }

// writeText passes on lines when they are complete. A writer that fails loses
// text; scripts cannot do anything about it.
func (s *Stream) writeText(text string) {
	s.buf = append(s.buf, text...)
	end := len(s.buf)
	for end > 0 && s.buf[end-1] != '\n' {
		end--
	}
	if end > 0 {
		_, _ = s.w.Write(s.buf[:end])
		s.buf = append(s.buf[:0], s.buf[end:]...)
	}
}

// Flush ends an unfinished line.
func (s *Stream) Flush() {
	if len(s.buf) > 0 {
		s.writeText("\n")
	}
}
