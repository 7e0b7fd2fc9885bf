package python

import (
	"strings"
	"testing"
	"time"

	"github.com/go-python/gpython/py"
)

// A search that takes time exponential in the text ends with an error.
func TestSearchesEnd(t *testing.T) {
	p, err := compilePattern("(a+)+$", 0)
	if err != nil {
		t.Fatal(err)
	}
	p.re.MatchTimeout = 20 * time.Millisecond
	text := strings.Repeat("a", 60) + "b"
	if _, err := p.findFirst(p.re, text); !py.IsException(py.RuntimeError, err) {
		t.Errorf("find: %v", err)
	}
	if _, _, err := p.substitute(py.String(""), text, 0); !py.IsException(py.RuntimeError, err) {
		t.Errorf("replace: %v", err)
	}
}
