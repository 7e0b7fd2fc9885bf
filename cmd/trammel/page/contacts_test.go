package page

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/trammel-mbd/trammel/core/result"
)

// TestContacts: points of contact come by frames, however few there are; those that a run writes after the page was opened are seen.
func TestContacts(t *testing.T) {
	name := filepath.Join(t.TempDir(), result.StoreFile)
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w := result.NewStoreWriter(f)
	defer w.FinishWriting()
	if err := w.WriteColumns([]result.Column{{Name: "1.X"}}); err != nil {
		t.Fatal(err)
	}
	row := func(time float64, points int) {
		w.SetContactsOfNextRow(make([]result.ContactPoint, points))
		if err := w.WriteRow(time, []float64{0}); err != nil {
			t.Fatal(err)
		}
		w.WritePendingRows()
	}
	row(0, 0)
	store, err := result.OpenStore(name)
	if err != nil {
		t.Fatal(err)
	}
	r := &Result{rows: storeRows{store}}
	defer r.Close()
	if now, err := r.readRunState(); err != nil || now.Contacts {
		t.Errorf("contacts before there are any: %+v, %v", now, err)
	}
	for k, n := range []int{2, 0, 3, 1} {
		row(float64(k+1), n)
	}
	if err := r.readNewRows(); err != nil {
		t.Fatal(err)
	}
	if now, err := r.readRunState(); err != nil || !now.Contacts {
		t.Errorf("contacts that came later: %+v, %v", now, err)
	}
	for _, c := range []struct{ frames, want []uint32 }{
		{[]uint32{0, 1, 2, 3, 4}, []uint32{5, 0, 0, 2, 2, 5, 6}},
		{[]uint32{0, 2, 4}, []uint32{3, 0, 0, 0, 1}},
		{[]uint32{3}, []uint32{1, 0, 3}},
	} {
		got, err := r.EncodeContactPoints(c.frames, 60)
		points := int(c.want[len(c.want)-1])
		if err != nil || len(got) != 4*len(c.want)+40*points {
			t.Errorf("frames %v: %d bytes, %v", c.frames, len(got), err)
			continue
		}
		for k, want := range c.want {
			if n := binary.LittleEndian.Uint32(got[4*k:]); n != want {
				t.Errorf("frames %v: number %d is %d, not %d", c.frames, k, n, want)
			}
		}
	}
	if got, err := r.EncodeContactPoints([]uint32{0, 1, 2, 3, 4}, 59); got != nil || err != nil {
		t.Errorf("too many points: %d bytes, %v", len(got), err)
	}
}
