package guard

import (
	"maps"
	"strings"
	"testing"
)

func TestList(t *testing.T) {
	l := runningProcesses{}
	l.readReports(strings.NewReader("+12 /tmp/a b\n+13 /tmp/c\n\n-12\n+14 /tmp/d\n+1 /\n+0 /\n+-5 /\nnonsense\n-99\n+15 /tmp/e"))
	if want := (runningProcesses{13: "/tmp/c", 14: "/tmp/d", 15: "/tmp/e"}); !maps.Equal(l, want) {
		t.Errorf("%v, want %v", l, want)
	}
	var g *Guard
	g.RegisterProcess(7, "/tmp/x") // nobody is informed
}
