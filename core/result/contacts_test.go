package result

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// contactsOf are the points of row r of the test: none of every third row.
func contactsOf(r int) []ContactPoint {
	var all []ContactPoint
	for k := range r % 3 {
		x := float32(r + k)
		all = append(all, ContactPoint{7 + k, [3]float32{x, 1, 2}, [3]float32{0, x, 1}, [3]float32{-x, 0.5, 3}})
	}
	return all
}

// readContacts returns the points of a store by row.
func readContacts(t *testing.T, r *Reader) map[int][]ContactPoint {
	t.Helper()
	got := map[int][]ContactPoint{}
	if err := r.ForEachContactRow(func(row int, p []ContactPoint) { got[row] = append([]ContactPoint{}, p...) }); err != nil {
		t.Fatal(err)
	}
	return got
}

// TestStoreContacts: points of contact come back with their rows, over several blocks, from a store whose end is missing or damaged, too.
func TestStoreContacts(t *testing.T) {
	name := filepath.Join(t.TempDir(), StoreFile)
	w := newStore(t, name)
	n, rows := len(testColumns()), 2*blockRows+5
	for r := range rows {
		w.SetContactsOfNextRow(contactsOf(r))
		fill(t, w, n, r, r+1)
	}
	w.SetContactsOfNextRow(contactsOf(2)) // of a row that does not come
	if err := w.FinishWriting(); err != nil {
		t.Fatal(err)
	}
	r := open(t, name)
	check := func(r *Reader, until int) {
		t.Helper()
		got := readContacts(t, r)
		for row := range rows {
			if want := contactsOf(row); row < until && !reflect.DeepEqual(got[row], want) || row >= until && len(got[row]) > 0 {
				t.Fatalf("row %d of %d has %v, not %v", row, until, got[row], want)
			}
		}
	}
	if check(r, rows); r.Rows != rows || !r.HasContacts() || r.DamageError() != nil {
		t.Fatalf("%d rows, contacts %v, %v", r.Rows, r.HasContacts(), r.DamageError())
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut")
	if err := os.WriteFile(cut, text[:len(text)-1], 0o600); err != nil {
		t.Fatal(err)
	}
	if c := open(t, cut); c.Rows != rows {
		t.Errorf("%d rows without the last contacts", c.Rows)
	} else {
		check(c, 2*blockRows)
	}
	text[len(text)-9]++
	if err := os.WriteFile(cut, text, 0o600); err != nil {
		t.Fatal(err)
	}
	check(open(t, cut), 2*blockRows)
	text[len(text)-9]--
	text[r.contacts[0].at+int64(4*blockRows)]++
	if err := os.WriteFile(cut, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := open(t, cut).ForEachContactRow(func(int, []ContactPoint) {}); err == nil {
		t.Error("damaged contacts are read")
	}
}
