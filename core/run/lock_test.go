package run

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A folder is written by one recorder at a time, whatever name it is given, and is free after that.
func TestHold(t *testing.T) {
	r := recorder(t)
	r.BeginRowFiles(named("a"))
	r.WriteRow(1, []float64{2})
	if !IsBeingWritten(r.Dir) {
		t.Error("the folder seems to be written by nobody")
	}
	again := filepath.Join(r.Dir, "..", filepath.Base(r.Dir))
	_, err := NewRecorder(again)
	var usage *UsageError
	if !errors.As(err, &usage) || ExitCode(err) != ExitUsage || !strings.Contains(err.Error(), again) || !strings.Contains(err.Error(), "--out") {
		t.Errorf("a second recorder gets %v", err)
	}
	if got := text(t, r, RowsFile); got != "time,a\n1,2\n" {
		t.Errorf("the rows of the first are %q", got)
	}
	if _, err := r.Finish(OK, 0, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(r.Dir, HoldFile)); err == nil {
		t.Errorf("%s stays", HoldFile)
	}
	// A file that a killed run left behind.
	if err := os.WriteFile(filepath.Join(r.Dir, HoldFile), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if IsBeingWritten(r.Dir) || IsBeingWritten(filepath.Join(r.Dir, "none")) {
		t.Error("a folder that nobody writes seems to be written")
	}
	next, err := NewRecorder(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	next.Finish(OK, 0, nil)
}
