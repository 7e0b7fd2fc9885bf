package run

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestDamagedRows: a table that somebody else wrote into, cut or replaced ends the run with ExitLost, and run.json says so.
func TestDamagedRows(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(r *Recorder) error
		says string // "" if there is no damage
	}{
		"nothing": {func(*Recorder) error { return nil }, ""},
		"appended": {func(r *Recorder) error {
			_, err := r.rows.table.File.WriteString("9,9\n")
			return err
		}, "it has 19 bytes, 15 were written"},
		"part of a row": {func(r *Recorder) error {
			_, err := r.rows.table.File.WriteString("9,")
			return err
		}, "it has 17 bytes, 15 were written"},
		"cut": {func(r *Recorder) error { return r.rows.table.File.Truncate(4) }, "it has 4 bytes"},
		"a digit": {func(r *Recorder) error {
			_, err := r.rows.table.File.WriteAt([]byte("7"), 9)
			return err
		}, "its bytes are other ones"},
		"sought": {func(r *Recorder) error {
			if _, err := r.rows.table.File.Seek(0, 0); err != nil {
				return err
			}
			return r.WriteRow(3, []float64{4})
		}, "it has 15 bytes, 19 were written"},
		"another file": {func(r *Recorder) error {
			if err := os.Rename(r.Path(RowsFile), r.Path("moved")); err != nil {
				return err
			}
			return os.WriteFile(r.Path(RowsFile), []byte("time,a\n"), 0o644)
		}, "it has 7 bytes"},
		"removed": {func(r *Recorder) error { return os.Remove(r.Path(RowsFile)) }, "no such file"},
	} {
		if runtime.GOOS == "windows" && (name == "another file" || name == "removed") {
			continue // it keeps files that are open
		}
		r := recorder(t)
		r.BeginRowFiles(named("a"))
		r.WriteRow(1, []float64{2})
		if err := errors.Join(r.WriteRow(2, []float64{0}), c.do(r)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		_, err := r.Finish(OK, ExitOK, nil)
		d := onDisk(t, r)
		if c.says == "" {
			if err != nil || d.ExitCode != ExitOK {
				t.Errorf("%s: %v, %+v", name, err, d)
			}
			continue
		}
		var damage *DamageError
		if !errors.As(err, &damage) || ExitCode(err) != ExitLost || d.ExitCode != ExitLost || d.Status != Failed || !strings.Contains(d.Error.Message, c.says) {
			t.Errorf("%s: %v; run.json: %d %s %+v", name, err, d.ExitCode, d.Status, d.Error)
		}
		if rows, err := os.ReadFile(r.Path(RowsFile)); err == nil && name != "cut" && len(rows) > 0 && rows[len(rows)-1] != '\n' {
			t.Errorf("%s: a part of a row stays: %q", name, rows)
		}
	}
	// What has failed already keeps its code; the error says about the damage.
	r := recorder(t)
	r.BeginRowFiles(named("a"))
	r.rows.table.File.WriteString("junk\n")
	if _, err := r.Finish(Failed, ExitRoutine, &Failure{Message: "worn"}); err == nil || onDisk(t, r).ExitCode != ExitRoutine {
		t.Errorf("%v, %+v", err, onDisk(t, r))
	}
}

// TestUnwrittenLog: a log that could not be written is an error of the results, in run.json too.
func TestUnwrittenLog(t *testing.T) {
	r := recorder(t)
	r.log.Close()
	_, err := r.Finish(OK, ExitOK, nil)
	if d := onDisk(t, r); err == nil || d.ExitCode != ExitInternal || d.Status != Failed || d.Error == nil {
		t.Errorf("%v; run.json: %+v", err, d)
	}
}

// TestAbandoned: a run that cannot begin leaves no run.json that says running.
func TestAbandoned(t *testing.T) {
	for _, name := range []string{RowsFile, LogFile, reserveFile} {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, name, "x"), 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := NewRecorder(dir); err == nil {
			t.Errorf("%s is a folder", name)
		}
		r := &Recorder{Dir: dir}
		if d := onDisk(t, r); d.Status != Failed || d.ExitCode != ExitInternal || d.Error == nil {
			t.Errorf("%s is a folder: run.json says %s, %d", name, d.Status, d.ExitCode)
		}
		if _, err := os.Stat(filepath.Join(dir, HoldFile)); err == nil {
			t.Errorf("%s stays", HoldFile)
		}
	}
}

// TestSettle: run.json gets the code that the process ended with.
func TestSettle(t *testing.T) {
	for _, c := range []struct {
		finished bool
		was, now int
		changed  bool
	}{{true, 0, 0, false}, {true, 0, 1, true}, {true, 5, 5, false}, {true, 5, 8, true}, {false, -1, 8, true}, {false, -1, 1, true}} {
		r := recorder(t)
		r.BeginRowFiles(named("a"))
		r.WriteRow(1, []float64{2})
		if c.finished {
			var f *Failure
			if c.was != 0 {
				f = &Failure{Message: "first"}
			}
			r.Finish(StatusOfExitCode(c.was), c.was, f)
		} else {
			r.rows.table.File.WriteString("2,")
			r.hold.release()
		}
		changed, err := CorrectExitCode(r.Dir, c.now, "second")
		d := onDisk(t, r)
		if err != nil || changed != c.changed || d.ExitCode != c.now || d.Status != StatusOfExitCode(c.now) || (d.Error == nil) != (c.now == 0) {
			t.Errorf("%+v: %t, %v; %s %d %+v", c, changed, err, d.Status, d.ExitCode, d.Error)
		}
		if d.Error != nil && (d.Error.Message == "first") != (c.was == 5) {
			t.Errorf("%+v: %+v", c, d.Error)
		}
		if got := text(t, r, RowsFile); got != "time,a\n1,2\n" {
			t.Errorf("%+v: %q", c, got)
		}
		r.Finish(Failed, c.now, nil)
	}
}

// TestSettleWithoutRoom: on a full disk the outcome goes into the room that run.json takes, without its lists if need be.
func TestSettleWithoutRoom(t *testing.T) {
	for _, warnings := range []int{0, 1, 500} {
		r := recorder(t)
		r.UpdateDocument(func(d *Document) {
			d.Version, d.Deck, d.DeckSHA256 = "0.1.0", "/home/deck.xml", strings.Repeat("0", 64)
		})
		for k := range warnings {
			r.Warn("warning %d", k)
		}
		r.Finish(OK, 0, nil)
		size := len(text(t, r, DocumentFile))
		o := &Recorder{Dir: r.Dir}
		if err := o.openFolder(); err != nil {
			t.Fatal(err)
		}
		d := onDisk(t, r)
		d.Status, d.ExitCode, d.Error = Failed, ExitInternal, &Failure{Message: "the standard output could not be written"}
		if err := o.overwriteDocument(d, size); err != nil {
			t.Error(err)
		}
		o.root.Close()
		if d := onDisk(t, r); d.ExitCode != ExitInternal || d.Error == nil || len(text(t, r, DocumentFile)) > size+100 {
			t.Errorf("%d warnings: %+v", warnings, d)
		}
	}
}

// TestSpecialTables: a pipe that nobody reads from is refused, not waited for.
func TestSpecialTables(t *testing.T) {
	for _, name := range []string{RowsFile, LogFile} {
		dir := t.TempDir()
		if err := makePipe(filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
		done := make(chan error, 1)
		go func() {
			_, err := NewRecorder(dir)
			done <- err
		}()
		if err := <-done; err == nil {
			t.Errorf("%s is a pipe", name)
		}
	}
}
