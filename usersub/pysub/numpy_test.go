package pysub

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
)

// The checks of arrays.py are true with numpy; they must be in the embedded
// interpreter.
func TestArrays(t *testing.T) {
	src, err := os.ReadFile("testdata/arrays.py")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := executed(t, string(src), nil); err != nil {
		t.Fatalf("line %d: %v", err.(*ProgramError).Line, err)
	}
}

func TestArrayChecksAreTrue(t *testing.T) {
	python := subtest.RequireTool(t, "python3")
	if exec.Command(python, "-c", "import numpy; numpy.array").Run() != nil { // the folder numpy beside this file can be imported, too
		if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
			t.Fatal("python3 has no numpy")
		}
		t.Skip("python3 has no numpy")
	}
	if out, err := exec.Command(python, "testdata/arrays.py").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// Functions of numpy that are not there, and what those that are cannot do, are
// errors that say so.
func TestArrayMistakes(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"np.fromfile('x')", "AttributeError: module 'numpy' has no attribute 'fromfile'"},
		{"np.sum([1], keepdims=True)", "TypeError: numpy.sum has no argument keepdims here: it takes a, axis"},
		{"np.zeros(3, dtype=complex)", "TypeError: dtype may be float, int or bool here"},
		{"np.zeros(-1)", "TypeError: a shape is a number or a list of numbers that are not negative"},
		{"np.zeros((10**6, 10**6))", "ValueError: an array of shape (1000000, 1000000) is too large"},
		{"np.array(['a'])", "TypeError: an array here is one of numbers, not of"},
		{"np.array(None)", "TypeError: an array here is one of numbers, not of"},
		{"np.linalg.inv([[1, 2], [2, 4]])", "ValueError: the matrix is singular"},
		{"np.ones(2)[0.5]", "IndexError: an index of an array is a number or a slice"},
		{"np.ones(2).eigenvalues()", "AttributeError: 'numpy.ndarray' has no attribute 'eigenvalues' here"},
		{"np.arange(0, 1, 0)", "ValueError: numpy.arange cannot go from 0 to 1 in steps of 0"},
	} {
		_, _, err := executed(t, "import numpy as np\n"+c.in+"\n", nil)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || err.(*ProgramError).Line != 2 {
			t.Errorf("%s: %v, want %s", c.in, err, c.want)
		}
	}
}
