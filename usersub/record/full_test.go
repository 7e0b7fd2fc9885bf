package record

import (
	"context"
	"errors"
	"os"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

var errFull = errors.New("no room left")

// full is a file on a disk that has room for so many bytes more: the record that does not fit is written in part.
type full struct {
	f    *os.File
	room int
}

func (d *full) append(record []byte) error {
	n := min(len(record), d.room)
	d.room -= n
	if _, err := d.f.Write(record[:n]); err != nil || n == len(record) {
		return err
	}
	return errFull
}

func (d *full) close() error { return d.f.Close() }

// When the disk is full, routines are called as without a recording, Close reports it, and the file holds all calls that had room.
func TestFull(t *testing.T) {
	const calls = 20
	outputs := func(room int) (list []float64, rec *Recorder, path string, closed error) {
		rec, path = create(t)
		if err := rec.out.close(); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			t.Fatal(err)
		}
		rec.out = &full{f, room}
		rt := wrap(rec, routine("CATENA"), usersub.PFOSUB, "CATENA")
		frame := usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", 7, []float64{9}, nil)
		for i := range calls {
			s := &subtest.State{Shift: float64(i) * 0.25}
			s.RefreshAnswers(frame)
			frame.PrepareCall(float64(i), false, i == 0)
			if err := rt.Call(frame, s); err != nil {
				t.Fatal(err)
			}
			list = append(list, frame.RealArgNamed("value")[0])
		}
		return list, rec, path, rec.Close()
	}
	want, whole, path, err := outputs(1 << 20)
	if r := read(t, path); err != nil || r.ReadCallsOnce(func(*Call) error { return nil }) != nil || r.Calls != calls || !r.Closed {
		t.Fatalf("%v, %+v", err, r)
	}
	_, bytes := whole.CallsAndFileSize()
	_, header, _, _ := outputs(0)
	_, least := header.CallsAndFileSize()
	size, before := int(bytes-least), 0
	for room := 0; room < size; room += 1 + size/97 {
		got, rec, path, err := outputs(room)
		if !errors.Is(err, errFull) {
			t.Errorf("%d bytes: Close returns %v", room, err)
		}
		if !same(got, want) {
			t.Errorf("%d bytes: %v, want %v", room, got, want)
		}
		n, _ := rec.CallsAndFileSize()
		r := read(t, path)
		seen := 0
		_, err = r.Replay(context.Background(), Options{Open: func(*Source) (usersub.Sub, error) { return routine("CATENA"), nil }})
		if werr := read(t, path).ReadCallsOnce(func(c *Call) error { seen++; return nil }); werr != nil || err != nil || seen > n || seen < n-1 || seen < before || r.Closed {
			t.Errorf("%d bytes: %d of %d calls (%d with less room), %v, %v", room, seen, n, before, werr, err)
		}
		before = seen
	}
	if before < calls-1 {
		t.Errorf("only %d of %d calls with all room but the last bytes", before, calls)
	}
}
