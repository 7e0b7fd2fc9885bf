//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// setOrdinaryDeck sets a deck without faults of its own, by any implementation.
func (t *trial) setOrdinaryDeck(end string) {
	kind := t.rng.IntN(4)
	spring := plain
	switch kind {
	case 1, 2:
		spring = `<Force_Penalty id="7" type="USERSUB" penalty="10." usrsub_dll_name="../law" usrsub_param_string="USER(0,9,0)"/>`
	case 3:
		t.files["law.py"] = "def PFOSUB(id, time, par, npar, dflag, iflag):\n    return py_sysfnc(\"DX\", [9])[0]\n"
		spring = `<Force_Penalty id="7" type="USERSUB" penalty="10." script_name="law.py" usrsub_fnc_name="PFOSUB" usrsub_param_string="USER(0)"/>`
	}
	t.deck = formatSpringDeck(end, spring, "")
	t.calm = t.deck
	t.args = []string{"run", "deck.xml", "--out", "out", "--quiet"}
	if kind == 2 {
		t.args = append(t.args, "--isolate=all")
	}
}

// planSmallDisk lets the results lie on a small disk.
func planSmallDisk(b *trialBench, t *trial) {
	if os.Getuid() != 0 {
		planFileSizeLimit(b, t) // only root mounts
		return
	}
	t.setOrdinaryDeck([]string{"0.2", "20", "60"}[t.rng.IntN(3)])
	t.disk = 4 * (1 + t.rng.IntN(90))
	t.name, t.admit = "disk of some kB", "same 1"
	if t.rng.IntN(3) == 0 {
		t.args = append(t.args, "--record", "out/calls.rec")
	}
}

// planFileSizeLimit limits the size of each file.
func planFileSizeLimit(b *trialBench, t *trial) {
	t.setOrdinaryDeck([]string{"0.2", "20", "60"}[t.rng.IntN(3)])
	size := []int{t.rng.IntN(100), t.rng.IntN(4000), t.rng.IntN(200000)}[t.rng.IntN(3)]
	t.room = []string{fmt.Sprintf("fsize=%d", size)}
	t.name, t.admit = "some bytes", "same 1"
	if slices.Contains(t.args, "--isolate=all") {
		t.admit = "same 1 4 8" // the shared memory of a worker is a file, too
	}
}

// planClosedOutput closes the standard output or leads it to a place that takes nothing.
func planClosedOutput(b *trialBench, t *trial) {
	t.setOrdinaryDeck("0.2")
	how := []string{"closed", "full", "pipe"}[t.rng.IntN(3)]
	t.room = []string{"stdout=" + how}
	if t.rng.IntN(4) == 0 {
		t.room = append(t.room, "stderr="+how)
	}
	t.name = how
	t.admit = "same 1"
	bad := "1"
	if how == "closed" {
		bad = "0" // the Go runtime opens /dev/null in its place
	}
	switch t.rng.IntN(4) {
	case 0:
		t.args = append(t.args, "--json")
		t.admit = bad + " same"
	case 1:
		t.args, t.admit, t.calm = []string{"check", "deck.xml"}, bad, ""
		t.name += ", check"
	case 2:
		t.args, t.admit, t.calm = []string{"info", "deck.xml"}, bad+" -13", ""
		t.name += ", info"
	}
}

// planDescriptorLimit limits their number.
func planDescriptorLimit(b *trialBench, t *trial) {
	t.setOrdinaryDeck("0.2")
	n := 4 + t.rng.IntN(40) // with 3 the dynamic linker finds no library
	t.room = []string{fmt.Sprintf("nofile=%d", n)}
	t.name, t.admit = "few", "same 1 2 3 4 5 8"
}

// planUnusableFolder makes a folder of results that does not serve, or lets it vanish.
func planUnusableFolder(b *trialBench, t *trial) {
	t.setOrdinaryDeck("0.2")
	ways := []struct {
		name, admit string
		make        func(dir string) error
	}{
		{"a file instead of it", "1 2", func(dir string) error { return os.WriteFile(dir+"/out", nil, 0o644) }},
		{"requests.csv is a folder", "1 2", func(dir string) error { return os.MkdirAll(dir+"/out/requests.csv/x", 0o755) }},
		{"run.json is a folder", "1 2", func(dir string) error { return os.MkdirAll(dir+"/out/run.json/x", 0o755) }},
		{"run.log is a folder", "1 2", func(dir string) error { return os.MkdirAll(dir+"/out/run.log/x", 0o755) }},
		{"run.lock is a folder", "1 2", func(dir string) error { return os.MkdirAll(dir+"/out/run.lock/x", 0o755) }},
		{"a link to nowhere", "1 2", func(dir string) error { return os.Symlink("/no/such/folder", dir+"/out") }},
		{"a link to itself", "1 2", func(dir string) error { return os.Symlink("out", dir+"/out") }},
		{"requests.csv is a link outside", "1 2 same", func(dir string) error {
			return firstError(os.MkdirAll(dir+"/out", 0o755), os.Symlink("../elsewhere.csv", dir+"/out/requests.csv"))
		}},
		{"requests.csv is a device", "1 2 8", func(dir string) error {
			return firstError(os.MkdirAll(dir+"/out", 0o755), os.Symlink("/dev/full", dir+"/out/requests.csv"))
		}},
		{"run.json is a FIFO", "same 1 2", func(dir string) error {
			return firstError(os.MkdirAll(dir+"/out", 0o755), syscall.Mkfifo(dir+"/out/run.json", 0o644))
		}},
		{"requests.csv is a FIFO", "1 2", func(dir string) error {
			return firstError(os.MkdirAll(dir+"/out", 0o755), syscall.Mkfifo(dir+"/out/requests.csv", 0o644))
		}},
		{"run.log is a FIFO", "1 2", func(dir string) error {
			return firstError(os.MkdirAll(dir+"/out", 0o755), syscall.Mkfifo(dir+"/out/run.log", 0o644))
		}},
		{"the deck is a FIFO", "2 3 7", func(dir string) error {
			return firstError(os.Remove(dir+"/deck.xml"), syscall.Mkfifo(dir+"/deck.xml", 0o644))
		}},
		{"the deck is a folder", "2 3", func(dir string) error {
			return firstError(os.Remove(dir+"/deck.xml"), os.Mkdir(dir+"/deck.xml", 0o755))
		}},
		{"the deck is missing", "2 3", func(dir string) error { return os.Remove(dir + "/deck.xml") }},
		{"old results", "same", func(dir string) error {
			return firstError(os.MkdirAll(dir+"/out", 0o755), os.WriteFile(dir+"/out/requests.csv", []byte(strings.Repeat("1,2,3\n", 9999)), 0o644),
				os.WriteFile(dir+"/out/run.json", []byte(`{"status":"running"`), 0o644))
		}},
	}
	w := ways[t.rng.IntN(len(ways))]
	t.name, t.admit = w.name, w.admit
	t.change = func(dir string, _ *rand.Rand) error { return w.make(dir) }
	t.args = append(t.args, "--max-wall=5")
}

func firstError(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}

// planSaveOverFiles lets Save write over results, decks and other files.
func planSaveOverFiles(b *trialBench, t *trial) {
	targets := []struct{ file, admit string }{
		{"requests.csv", "2"}, {"run.json", "2"}, {"run.log", "2"}, {"run.lock", "2"}, {"./requests.csv", "2"}, {"x/../run.json", "2"},
		{"../deck.xml", "2"}, {"../other.xml", "2"}, {"/tmp/faults-saved.xml", "2"}, {"run.json.reserve", "2"}, {"REQUESTS.CSV", "2"},
		{"saved.xml", "same"}, {"requests_2.csv", "2"}, {"", "3"}, {".", "2"}, {"no/such/folder.xml", "same 2"}, {"../out/requests.csv", "2"},
		{"link.xml", "2 same"}, {"run.json.999", "2 same"}, {"requests.csv ", "2 same"},
	}
	w := targets[t.rng.IntN(len(targets))]
	t.setOrdinaryDeck("0.2")
	save := fmt.Sprintf(`<Save model_file="%s"/>`, w.file)
	t.deck = strings.Replace(t.deck, "</Command>", save+"</Command>", 1)
	t.name, t.admit = "to "+w.file, w.admit
	if w.file != "" && t.rng.IntN(3) == 0 {
		t.args = append(t.args, "--save-anywhere")
		t.admit = "same 2"
		if strings.Contains(w.file, "deck.xml") || w.admit == "2" && !strings.Contains(w.file, "other") && !strings.Contains(w.file, "/tmp") {
			t.admit = "2"
		}
	}
	if w.file == "link.xml" {
		t.change = func(dir string, _ *rand.Rand) error {
			return firstError(os.MkdirAll(dir+"/out", 0o755), os.Symlink("../deck.xml", dir+"/out/link.xml"))
		}
	}
	deck := t.deck
	t.after = func(dir string, _ int) string {
		if text, err := os.ReadFile(filepath.Join(dir, "deck.xml")); err != nil || string(text) != deck {
			return "the deck is another one"
		}
		return ""
	}
}

// planSignals reach one of the processes from outside.
func planSignals(b *trialBench, t *trial) {
	t.setOrdinaryDeck("2000")
	t.calm = ""
	can := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGHUP, syscall.SIGKILL, syscall.SIGSTOP, syscall.SIGSEGV, syscall.SIGABRT}
	s := can[t.rng.IntN(len(can))]
	t.signal = &kill{int(s), time.Duration(100+t.rng.IntN(400)) * time.Millisecond, t.rng.IntN(4)}
	t.name = fmt.Sprintf("%v to process %d", s, t.signal.whom)
	t.admit = "0 130 8 2 5 -1" // 0: the run may be over
	t.args = append(t.args, "--max-wall=8", "--call-timeout=2s")
	t.admit += " 4 7 -2 -3 -15" // 4: a worker was hit at its start; below 0: before the run held signals
}
