package result

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// testColumns are columns of several elements.
func testColumns() []Column {
	body := Element{Kind: KindBody, ID: 2, Label: "bob"}
	var all []Column
	for _, c := range PoseColumns {
		all = append(all, Column{Name: "BODY/2." + c, Element: body, Component: c, Quantity: "position", Unit: "mm", Frame: "global"})
	}
	return append(all, Column{Name: "3.F2", Element: Element{Kind: KindRequest, ID: 3}, Component: "F2"},
		Column{Name: "of another name", Element: body, Component: "VX", Unit: "mm/s"})
}

// value is what column c has in row r.
func value(r, c int) float64 { return float64(r) + float64(c)/100 }

// fill writes rows first to last-1 into w.
func fill(t *testing.T, w *StoreWriter, columns, first, last int) {
	t.Helper()
	row := make([]float64, columns)
	for r := first; r < last; r++ {
		for c := range row {
			row[c] = value(r, c)
		}
		if err := w.WriteRow(float64(r)/10, row); err != nil {
			t.Fatal(err)
		}
	}
}

// newStore returns a writer with the columns of the test.
func newStore(t *testing.T, name string) *StoreWriter {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w := NewStoreWriter(f)
	if err := w.WriteColumns(testColumns()); err != nil {
		t.Fatal(err)
	}
	return w
}

func open(t *testing.T, name string) *Reader {
	t.Helper()
	r, err := OpenStore(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// TestStore writes three analyses, one without rows, and reads them as wholes and in parts.
func TestStore(t *testing.T) {
	dir := t.TempDir()
	w := newStore(t, filepath.Join(dir, StoreFile))
	n := len(testColumns())
	for _, a := range []struct {
		name        string
		first, last int
	}{{"static_1", 0, 1}, {"transient_2", 1, 1}, {"transient_3", 1, 3000}} {
		if err := w.BeginAnalysis(Analysis{Name: a.name, Type: strings.Split(a.name, "_")[0]}); err != nil {
			t.Fatal(err)
		}
		fill(t, w, n, a.first, a.last)
	}
	if err := w.WriteProvenance(&Provenance{Deck: "a.xml", Warnings: []string{"one"}}); err != nil {
		t.Fatal(err)
	}
	if err := w.FinishWriting(); err != nil {
		t.Fatal(err)
	}
	r, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	want := []Analysis{{"static_1", "static", 0, 1}, {"transient_2", "transient", 1, 0}, {"transient_3", "transient", 1, 2999}}
	if !reflect.DeepEqual(r.Columns, testColumns()) || !reflect.DeepEqual(r.Analyses, want) || r.Rows != 3000 {
		t.Fatalf("columns %v, analyses %v, %d rows", r.Columns, r.Analyses, r.Rows)
	}
	if r.Provenance.Deck != "a.xml" || len(r.Provenance.Warnings) != 1 {
		t.Errorf("provenance %+v", r.Provenance)
	}
	times, err := r.ReadTimes()
	if err != nil || times[2999] != 299.9 {
		t.Fatalf("%v, %v", times[len(times)-1], err)
	}
	for _, span := range [][2]int{{0, 3000}, {1020, 10}, {2999, 1}, {500, 0}} {
		v := make([]float64, 2*span[1])
		if err := r.ReadRowsFrom(v, []int{8, 0}, span[0]); err != nil {
			t.Fatal(err)
		}
		for i := range v {
			if x := value(span[0]+i/2, 8*(1-i%2)); v[i] != x {
				t.Fatalf("rows from %d: value %d is %g, not %g", span[0], i, v[i], x)
			}
		}
	}
	if err := r.ReadColumnFrom(make([]float64, 2), 0, 2999); err == nil {
		t.Error("a row behind the last was read")
	}
	if at, err := r.LastRowUntil(0.25); at != 2 || err != nil {
		t.Errorf("row %d at 0.25, %v", at, err)
	}
}

// TestStoreCut: wherever a store ends, the whole blocks before are there and right.
func TestStoreCut(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "whole")
	w := newStore(t, name)
	n := len(testColumns())
	if err := w.BeginAnalysis(Analysis{Name: "transient_1", Type: "transient"}); err != nil {
		t.Fatal(err)
	}
	for k := range 3 {
		fill(t, w, n, 2*k, 2*k+2)
		w.WritePendingRows()
	}
	if err := w.FinishWriting(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	block := headBytes + rowBlockBodySize(n, 2)
	cut := filepath.Join(dir, "cut")
	for size := range len(text) {
		for _, filler := range []int{0, 50} { // a crash of the system may leave zeros behind
			if err := os.WriteFile(cut, append(text[:size:size], make([]byte, filler)...), 0o600); err != nil {
				t.Fatal(err)
			}
			r, err := OpenStore(cut)
			whole := max(0, 3-(len(text)-size+block-1)/block)
			if err != nil {
				if whole > 0 || size > len(text)-3*block {
					t.Fatalf("of %d bytes %d and %d zeros: %v", len(text), size, filler, err)
				}
				continue
			}
			if r.Rows != 2*whole || r.DamageError() != nil {
				t.Fatalf("of %d bytes %d and %d zeros: %d rows, not %d; %v", len(text), size, filler, r.Rows, 2*whole, r.DamageError())
			}
			r.Close()
		}
	}
}

// TestStoreDamage: a changed byte in the values of a column is reported when they are read, and only then.
func TestStoreDamage(t *testing.T) {
	name := filepath.Join(t.TempDir(), StoreFile)
	w := newStore(t, name)
	n := len(testColumns())
	fill(t, w, n, 0, 10)
	w.WritePendingRows()
	at := w.written - 8*10 + 5 // in the last column
	fill(t, w, n, 10, 20)
	if err := w.FinishWriting(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt([]byte{77}, at); err != nil {
		t.Fatal(err)
	}
	r := open(t, name)
	if _, err := r.ReadWholeColumn(n - 2); err != nil {
		t.Error(err)
	}
	if _, err := r.ReadWholeColumn(n - 1); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("the changed column: %v", err)
	}
	if r.DamageError() == nil {
		t.Error("Damaged reports nothing")
	}
}

// TestStoreLive reads a store that is being written: rows appear without Flush, those before the first analysis too.
func TestStoreLive(t *testing.T) {
	name := filepath.Join(t.TempDir(), StoreFile)
	w := newStore(t, name)
	defer w.FinishWriting()
	r := open(t, name)
	fill(t, w, len(testColumns()), 0, 3)
	for begun := time.Now(); r.Rows < 3; time.Sleep(5 * time.Millisecond) {
		if _, err := r.ReadNewRows(); err != nil {
			t.Fatal(err)
		}
		if time.Since(begun) > time.Minute {
			t.Fatal("rows do not appear")
		}
	}
	if len(r.Analyses) != 1 || r.Analyses[0].Rows != 3 {
		t.Errorf("analyses %v", r.Analyses)
	}
	if more, err := r.ReadNewRows(); more || err != nil {
		t.Errorf("more %v, %v", more, err)
	}
}

func TestStoreRowAllocates(t *testing.T) {
	w := newStore(t, filepath.Join(t.TempDir(), StoreFile))
	defer w.FinishWriting()
	row := make([]float64, len(testColumns()))
	write := func() {
		for range 2 * blockRows {
			_ = w.WriteRow(0, row)
		}
	}
	write()
	if n := testing.AllocsPerRun(3, write); n > 2 { // the timer may fire
		t.Errorf("%g allocations for two blocks", n)
	}
}

// FuzzStore: no file makes a reader panic or read what is not there.
func FuzzStore(f *testing.F) {
	name := filepath.Join(f.TempDir(), "seed")
	file, err := os.Create(name)
	if err != nil {
		f.Fatal(err)
	}
	w := NewStoreWriter(file)
	if err := w.WriteColumns(testColumns()); err != nil {
		f.Fatal(err)
	}
	_ = w.BeginAnalysis(Analysis{Name: "a", Type: "b"})
	w.SetContactsOfNextRow(contactsOf(2))
	_ = w.WriteRow(1, make([]float64, len(testColumns())))
	if err := w.FinishWriting(); err != nil {
		f.Fatal(err)
	}
	text, _ := os.ReadFile(name)
	f.Add(text)
	f.Add(text[:100])
	f.Fuzz(func(t *testing.T, b []byte) {
		name := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := OpenStore(name)
		if err != nil {
			return
		}
		defer r.Close()
		for c := range r.Columns {
			_, _ = r.ReadWholeColumn(c)
		}
		_ = r.DamageError()
		_ = r.ForEachContactRow(func(int, []ContactPoint) {})
	})
}

// TestScene: a scene comes back from its file; lists without entries are never null.
func TestScene(t *testing.T) {
	dir := t.TempDir()
	s := &Scene{Title: "t", Bodies: []Body{{ID: 1, Kind: "ground", Pose: -1}}, Contacts: []Contact{{ID: 1}}}
	text, err := s.JSON()
	if err != nil || strings.Contains(string(text), "null") {
		t.Fatalf("%s, %v", text, err)
	}
	if err := os.WriteFile(filepath.Join(dir, SceneFile), text, 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := ReadScene(dir)
	if err != nil || got.Bodies[0] != s.Bodies[0] {
		t.Errorf("%+v, %v", got, err)
	}
	if p := fmt.Sprint(DeckPosition{"a.xml", 3, 4}, DeckPosition{}); p != "a.xml:3:4 " {
		t.Errorf("%q", p)
	}
}
