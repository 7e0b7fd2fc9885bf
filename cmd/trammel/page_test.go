package main

import (
	"bufio"
	"bytes"
	"image/png"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/core/run"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// tableFolder makes a folder of results with requests.csv alone.
func tableFolder(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "swing.out")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, run.RowsFile), []byte("time,1.X,1.Y,2.F1\n0,1,2,3\n1,2,3,-5\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// plot writes the columns that names and patterns name; other names are errors that list what there is.
func TestPlotCommand(t *testing.T) {
	dir := tableFolder(t)
	file := func(name string) string { return filepath.Join(t.TempDir(), name) }
	for _, x := range []struct {
		out     string
		columns []string
		code    int
		has     []string
		hasNot  string
	}{
		{"x.svg", []string{"1.*"}, 0, []string{"1.X", "1.Y", "</svg>"}, "2.F1"},
		{"x.svg", []string{"2.F1", "--over", "1.X"}, 0, []string{"2.F1", ">1.X<"}, "time"},
		{"x.svg", []string{"2.F1", "--with", dir}, 0, []string{"2.F1 (swing)"}, ""},
		{"x.html", []string{"2.F1"}, 0, []string{"<!doctype html>", `"plots":[[0]]`}, "1.Y"},
		{"x.svg", []string{"3.*"}, run.ExitUsage, nil, ""},
		{"x.svg", nil, run.ExitUsage, nil, ""},
		{"x.bmp", []string{"1.X"}, run.ExitUsage, nil, ""},
		{"x.html", []string{"1.X", "--over", "1.Y"}, run.ExitUsage, nil, ""},
		{"x.svg", []string{"1.X", "--size", "2x2"}, run.ExitUsage, nil, ""},
		{"x.svg", []string{"1.X", "--from", "2", "--to", "1"}, run.ExitUsage, nil, ""},
		{"none/x.svg", []string{"1.X"}, run.ExitInternal, nil, ""},
	} {
		out := file(x.out)
		got := executeCommandLine(append([]string{"plot", dir, "-o", out}, x.columns...))
		if got != x.code {
			t.Errorf("%s %v: code %d, want %d", x.out, x.columns, got, x.code)
			continue
		}
		text, _ := os.ReadFile(out)
		for _, want := range x.has {
			if !bytes.Contains(text, []byte(want)) {
				t.Errorf("%s %v lacks %q", x.out, x.columns, want)
			}
		}
		if x.hasNot != "" && bytes.Contains(text, []byte(x.hasNot)) {
			t.Errorf("%s %v has %q", x.out, x.columns, x.hasNot)
		}
	}
	out := file("x.png")
	if code := executeCommandLine([]string{"plot", dir, "1.X", "-o", out, "--size", "300x200"}); code != 0 {
		t.Fatalf("code %d", code)
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if img, err := png.DecodeConfig(f); err != nil || img.Width != 600 || img.Height != 400 {
		t.Errorf("%+v %v", img, err)
	}
}

// Mistakes of the other commands end with the code for them, and leave no file.
func TestPageUsage(t *testing.T) {
	dir := tableFolder(t)
	out := filepath.Join(t.TempDir(), "x.png")
	for _, args := range [][]string{
		{"view"}, {"view", "none.out"}, {"view", dir, "--port", "70000"}, {"view", ""},
		{"report", dir}, {"report", dir, dir, "-o", out}, {"report", "none.out", "-o", out}, {"report", dir, "-o", out, "--max-size", "0"},
		{"picture", dir}, {"picture", dir, "-o", out}, {"picture", dir, "-o", "x.jpg"}, {"picture", dir, "-o", out, "--size", "1x1"}, {"picture", dir, "-o", out, "--from", "0", "--time", "1"},
		{"picture", dir, "-o", out, "--zoom", "-1"}, {"picture", dir, "-o", out, "--from", "0", "--frames", "1"},
	} {
		if code := executeCommandLine(args); code != run.ExitUsage {
			t.Errorf("%v: code %d, want %d", args, code, run.ExitUsage)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was written")
	}
}

// viewing starts view and returns the address that it prints.
func viewing(t *testing.T, args ...string) (*exec.Cmd, string) {
	t.Helper()
	c := clitest.Command(append([]string{"view", "--no-open"}, args...)...)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return c, strings.TrimSpace(line)
}

// view prints the address of a page that works, and ends in good order by a signal.
func TestViewServes(t *testing.T) {
	c, address := viewing(t, tableFolder(t))
	client := http.Client{Timeout: time.Minute}
	r, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != 200 || !strings.HasPrefix(address, "http://127.0.0.1:") {
		t.Errorf("%s: %d", address, r.StatusCode)
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := clitest.WaitExit(c); code != 0 {
		t.Errorf("view ends with code %d", code)
	}
}
