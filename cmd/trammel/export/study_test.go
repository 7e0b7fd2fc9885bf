package export

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/trammel-mbd/trammel/core/study"
)

// TestStudyTable: rows of a study as Parquet, with nulls where there is nothing, in the order of their columns; the same bytes each time.
func TestStudyTable(t *testing.T) {
	const n = 5000
	write := func() []byte {
		var b bytes.Buffer
		w := NewStudyTable(&b)
		o := &study.Origin{Program: "trammel", DeckSHA256: "abc", Seed: 7}
		if err := w.WriteColumns([]string{"k", "kind"}, []string{"peak"}, []bool{false, true}, o); err != nil {
			t.Fatal(err)
		}
		for run := 1; run <= n; run++ {
			r := &study.Row{Run: run, Status: study.OK, TimeReached: 2, WallS: 0.5, Responses: []float64{float64(run) / 3}}
			switch run % 3 {
			case 1:
				r.Status, r.ExitCode, r.Responses[0], r.Message = study.Failed, 6, math.NaN(), "no convergence"
			case 2:
				r.Status, r.ExitCode, r.Responses[0], r.TimeReached, r.WallS = study.Missing, -1, math.NaN(), math.NaN(), math.NaN()
			}
			if err := w.WriteRow([]study.Value{study.Number(float64(run)), study.Text("soft")}, r); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.FinishWriting(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	text := write()
	if !bytes.Equal(text, write()) {
		t.Error("the bytes differ from one time to the next")
	}
	f, err := parquet.OpenFile(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range f.Schema().Fields() {
		names = append(names, c.Name())
	}
	if want := []string{"run", "k", "kind", "peak", "status", "exit_code", "time_reached", "wall_s", "message"}; !slices.Equal(names, want) {
		t.Errorf("%v", names)
	}
	var origin map[string]any
	meta, _ := f.Lookup("trammel.provenance")
	if err := json.Unmarshal([]byte(meta), &origin); err != nil || origin["deck_sha256"] != "abc" || origin["seed"] != 7.0 {
		t.Errorf("%s", meta)
	}
	type row struct {
		Run     int64    `parquet:"run"`
		K       float64  `parquet:"k"`
		Kind    string   `parquet:"kind"`
		Peak    *float64 `parquet:"peak,optional"`
		Status  string   `parquet:"status"`
		Code    *int64   `parquet:"exit_code,optional"`
		Reached *float64 `parquet:"time_reached,optional"`
		Message string   `parquet:"message"`
	}
	rows, err := parquet.Read[row](bytes.NewReader(text), int64(len(text)))
	if err != nil || len(rows) != n {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, r := range rows {
		ok := r.Run == int64(i+1) && r.K == float64(i+1) && r.Kind == "soft"
		switch (i + 1) % 3 {
		case 0:
			ok = ok && r.Status == study.OK && *r.Peak == float64(i+1)/3 && *r.Code == 0 && *r.Reached == 2 && r.Message == ""
		case 1:
			ok = ok && r.Status == study.Failed && r.Peak == nil && *r.Code == 6 && *r.Reached == 2 && r.Message == "no convergence"
		case 2:
			ok = ok && r.Status == study.Missing && r.Peak == nil && r.Code == nil && r.Reached == nil
		}
		if !ok {
			t.Fatalf("row %d: %+v", i, r)
		}
	}
}
