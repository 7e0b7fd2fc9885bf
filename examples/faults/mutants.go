//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// planDamagedDeck draws a deck that was damaged, in one of three languages.
func planDamagedDeck(b *trialBench, t *trial) {
	t.setOrdinaryDeck("0.2")
	t.calm, t.admit = "", "0 2 3 4 5 6 7"
	t.args = append(t.args, "--max-wall=5")
	file := "deck.xml"
	switch t.rng.IntN(4) {
	case 0:
		file = "model.adm"
		t.files[file] = model
		t.args = append([]string{"run", file}, append(t.args[2:], "--end=0.1", "--steps=5")...)
	case 1:
		file = "model.py"
		t.files[file] = program
		t.args = append([]string{"run", file}, append(t.args[2:], "--python-engine=gpython")...)
	}
	if t.rng.IntN(4) == 0 {
		t.args = []string{"check", file}
		t.admit += " 9"
	}
	n := 1 + t.rng.IntN(3)
	t.name = fmt.Sprintf("%s, %d times", filepath.Ext(file), n)
	t.change = func(dir string, r *rand.Rand) error { return damageFile(filepath.Join(dir, file), n, r) }
}

// damageFile changes a file in some places.
func damageFile(path string, n int, r *rand.Rand) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for range n {
		b = mutateBytes(b, r)
	}
	return os.WriteFile(path, b, 0o644)
}

// values are in for numbers and texts.
var values = []string{"0", "-1", "1e308", "-1e308", "5e-324", "1e-320", "NaN", "Inf", "-0", "99999999999999999999", "", "x", "1,2", "9.", "1D400",
	"TIME", "DX(9,9,9)", "1/0", "((((", "&#0;", "\x00", "ä", "USER(1e999)", "TRUE", "7", "2147483648", "1e5", "SIN(1e300)", "IF(", "../../x"}

// mutateBytes changes a text in one place.
func mutateBytes(b []byte, r *rand.Rand) []byte {
	if len(b) == 0 {
		return []byte("x")
	}
	text := string(b)
	at := r.IntN(len(b))
	switch r.IntN(9) {
	case 0: // a byte
		b[at] = byte(r.IntN(256))
		return b
	case 1: // a bit
		b[at] ^= 1 << r.IntN(8)
		return b
	case 2: // cut
		return b[:at]
	case 3: // a piece removed
		end := min(len(b), at+1+r.IntN(30))
		return append(b[:at:at], b[end:]...)
	case 4: // a piece twice
		end := min(len(b), at+1+r.IntN(300))
		return []byte(text[:end] + text[at:])
	case 5, 6: // the next value in quotes or behind = replaced
		open := strings.IndexAny(text[at:], `"=`)
		if open < 0 {
			return b
		}
		from := at + open + 1
		end := strings.IndexAny(text[from:], "\",/\n)")
		if end < 0 {
			return b
		}
		return []byte(text[:from] + values[r.IntN(len(values))] + text[from+end:])
	case 7: // a line removed, or moved to the end
		lines := strings.SplitAfter(text, "\n")
		k := r.IntN(len(lines))
		line := lines[k]
		lines = append(lines[:k:k], lines[k+1:]...)
		if r.IntN(2) == 0 {
			lines = append(lines, line)
		}
		return []byte(strings.Join(lines, ""))
	}
	// Nested again and again.
	line := text[at:min(len(text), at+1+r.IntN(40))]
	return []byte(text[:at] + strings.Repeat(line, 1+r.IntN(300)) + text[at:])
}

// model is a deck of Adams.
const model = `! a mass on a spring
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=9, IP=1,1,1
MARKER/9, PART=2, QP=1,0,0
SFORCE/7, I=9, J=1, TRANSLATION, FUNCTION=-10*DM(9,1)
REQUEST/1, DISPLACEMENT, I=9
ACCGRAV/JGRAV=-9.8
END
`

// program is a deck in Python.
const program = `from msolve import *
Units(mass="KILOGRAM", length="METER", force="NEWTON", time="SECOND")
ground = Part(ground=True)
part = Part(mass=1.0, ip=[1, 1, 1])
cm = Marker(part=part, qp=[1, 0, 0])
part.cm = cm
origin = Marker(body=ground)
Sforce(i=cm, j=origin, type="TRANSLATION", function="-10*DM(%d,%d)" % (cm.id, origin.id))
Request(type="DISPLACEMENT", i=cm)
`

// planDamagedModule damages a module of WebAssembly.
func planDamagedModule(b *trialBench, t *trial) {
	file, library := "m.wasm", "m.wasm"
	t.deck = formatFaultDeck(fmt.Sprintf(`usrsub_dll_name=%q usrsub_fnc_name="PFOSUB"`, library), 0, 9, 0)
	t.files[file] = copyOf + "module.wasm"
	t.args = []string{"run", "deck.xml", "--out", "out", "--quiet", "--call-timeout=2s", "--max-wall=8"}
	t.admit = "0 4 5 6 7" // a module that calculates something else is a module
	n := 1 + t.rng.IntN(4)
	t.name = fmt.Sprintf("%d positions", n)
	t.change = func(dir string, r *rand.Rand) error { return damageFile(filepath.Join(dir, file), n, r) }
}

// planBrokenLock replaces what a lock covers between the lock and the run.
func planBrokenLock(b *trialBench, t *trial) {
	library := t.rng.IntN(2) == 0
	attrs := `script_name="law.py" usrsub_fnc_name="PFOSUB"`
	t.files["law.py"] = "import helper\n\n\ndef PFOSUB(id, time, par, npar, dflag, iflag):\n    return helper.k() * py_sysfnc(\"DX\", [9])[0]\n"
	t.files["helper.py"] = "def k():\n    return 1.0\n"
	if library {
		attrs = `usrsub_dll_name="l.so" usrsub_fnc_name="PFOSUB"`
		t.files["l.so"] = copyOf + "law.so"
	}
	t.deck = formatFaultDeck(attrs, 0, 9, 0)
	t.calm = t.deck
	t.args = []string{"run", "deck.xml", "--out", "out", "--quiet", "--locked", "--max-wall=20"}
	t.before = [][]string{{"lock", "deck.xml"}}
	if t.rng.IntN(4) == 0 {
		t.args = append(t.args, "--isolate=all")
	}
	main := "helper.py"
	if library {
		main = "l.so"
	}
	evil := "def k():\n    return 2.0\n"
	write := func(name, text string) func(string, *rand.Rand) error {
		return func(dir string, _ *rand.Rand) error {
			return firstError(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755), os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755))
		}
	}
	ways := []struct {
		name, admit string
		do          func(string, *rand.Rand) error
	}{
		{"damaged code", "4", func(dir string, r *rand.Rand) error { return changeByte(filepath.Join(dir, main), r) }},
		{"damaged lock", "4 same", func(dir string, r *rand.Rand) error { return changeByte(filepath.Join(dir, "deck.lock"), r) }},
		{"no lock", "4", func(dir string, _ *rand.Rand) error { return os.Remove(filepath.Join(dir, "deck.lock")) }},
		{"empty lock", "4", write("deck.lock", "")},
		{"lock is a folder", "4 1", func(dir string, _ *rand.Rand) error {
			return firstError(os.Remove(filepath.Join(dir, "deck.lock")), os.Mkdir(filepath.Join(dir, "deck.lock"), 0o755))
		}},
		{"code removed", "4", func(dir string, _ *rand.Rand) error { return os.Remove(filepath.Join(dir, main)) }},
		{"code empty", "4", write(main, "")},
		{"code replaced", "4", write(main, evil)},
		{"code is a link to another", "4", func(dir string, _ *rand.Rand) error {
			return firstError(os.WriteFile(filepath.Join(dir, "evil"), []byte(evil), 0o644), os.Remove(filepath.Join(dir, main)), os.Symlink("evil", filepath.Join(dir, main)))
		}},
		{"a package before the helper", "4 same", write("helper/__init__.py", evil)},
		{"an extension before the helper", "4 same", write("helper.abi3.so", "junk")},
		{"a module of the library", "4 same", write("math.py", "raise SystemExit(0)\n")},
		{"sitecustomize", "4 same", write("sitecustomize.py", "raise SystemExit(0)\n")},
		{"touched", "same", func(dir string, r *rand.Rand) error {
			b, err := os.ReadFile(filepath.Join(dir, main))
			return firstError(err, os.WriteFile(filepath.Join(dir, main), b, 0o644))
		}},
		{"world-writable code", "4 same", func(dir string, r *rand.Rand) error { return os.Chmod(filepath.Join(dir, main), 0o777) }},
	}
	w := ways[t.rng.IntN(len(ways))]
	if library && strings.HasSuffix(w.name, "helper") {
		w = ways[0]
	}
	t.name, t.admit, t.change = w.name, w.admit, w.do
}

// changeByte changes one byte of a file.
func changeByte(path string, r *rand.Rand) error {
	b, err := os.ReadFile(path)
	if err != nil || len(b) == 0 {
		return err
	}
	b[r.IntN(len(b))] ^= byte(1 + r.IntN(255))
	return os.WriteFile(path, b, 0o644)
}
