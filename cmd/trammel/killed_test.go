package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/core/result"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// A process that is killed in the middle of a run leaves results that all commands open, up to the last rows.
func TestKilledRunIsRead(t *testing.T) {
	deck := clitest.WriteFile(t, "killed-all.xml", pendulumDeck("1E9"))
	c, _ := clitest.StartRun(t, "killed-all.out", 100, deck, "--results", "all")
	store := filepath.Join(clitest.Folder, "killed-all.out", result.StoreFile)
	for range 12000 {
		if r, err := result.OpenStore(store); err == nil {
			n := r.Rows
			r.Close()
			if n > 100 {
				break
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	clitest.WaitExit(c)
	r, err := result.OpenStore(store)
	if err != nil {
		t.Fatal(err)
	}
	rows, damage := r.Rows, r.DamageError()
	r.Close()
	if rows <= 100 || damage != nil {
		t.Fatalf("%d rows, %v", rows, damage)
	}
	for _, suffix := range []string{".csv", ".parquet", ".res", ".glb"} {
		file := "killed-all" + suffix
		if o := clitest.Run(t, "export", "killed-all.out", "-o", file); o.Code != 0 || !strings.Contains(o.Errors, strconv.Itoa(rows)+" rows") {
			t.Errorf("export %s: %+v, there are %d rows", suffix, o, rows)
		}
	}
	if table, err := os.ReadFile(filepath.Join(clitest.Folder, "killed-all.csv")); err != nil || bytes.Count(table, []byte("\n")) != rows+1 {
		t.Errorf("%d lines of %d rows, %v", bytes.Count(table, []byte("\n")), rows, err)
	}
	if o := clitest.Run(t, "compare", "killed-all.out", "killed-all.res"); o.Code != 0 || !strings.Contains(o.Errors+o.Out, "was killed") {
		t.Errorf("compare with its own .res: %+v", o)
	}
	if o := clitest.Run(t, "compare", "killed-all.out", "killed-all.out"); o.Code != 0 {
		t.Errorf("compare with itself: %+v", o)
	}
	for _, args := range [][]string{{"report", "killed-all.out", "-o", "killed-all.html"}, {"plot", "killed-all.out", "1.Z", "-o", "killed-all.svg"}, {"picture", "killed-all.out", "-o", "killed-all.png"}} {
		if o := clitest.Run(t, args...); o.Code != 0 {
			t.Errorf("%v: %+v", args, o)
		}
	}
	view, address := viewing(t, "killed-all.out")
	if s := readState(t, address); s.Rows != rows || s.Live || !s.Killed {
		t.Errorf("the page shows %+v, there are %d rows", s, rows)
	}
	_ = view.Process.Signal(os.Interrupt)
	if code := clitest.WaitExit(view); code != 0 {
		t.Errorf("view ends with code %d", code)
	}
}
