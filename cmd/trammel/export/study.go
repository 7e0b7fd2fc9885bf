package export

import (
	"encoding/json"
	"io"
	"math"

	"github.com/parquet-go/parquet-go"

	"github.com/trammel-mbd/trammel/core/study"
)

// studyTable writes the results of a study: the columns run, parameters, responses, status, exit_code, time_reached, wall_s and message. What is not
// there is null. The metadata trammel.provenance is a JSON object: program, deck and study file with their hashes, and the seed.
type studyTable struct {
	out io.Writer
	//lint:ignore SA1019 columns are known when a study is: there is no Go type for GenericWriter
	w     *parquet.Writer
	texts []bool
	rows  []parquet.Row
}

// studyBatch is how many rows are handed over at a time, studyGroup how many are in a row group.
const (
	studyBatch = 1 << 10
	studyGroup = 1 << 17
)

// NewStudyTable returns a table that writes Parquet.
func NewStudyTable(w io.Writer) study.Table { return &studyTable{out: w} }

// studyProvenance is what the metadata say of a study: nothing that differs from one time to the next.
type studyProvenance struct {
	Program    string `json:"program"`
	DeckSHA256 string `json:"deck_sha256"`
	FileSHA256 string `json:"study_sha256"`
	PlanSHA256 string `json:"plan_sha256"`
	Seed       uint64 `json:"seed"`
}

func (s *studyTable) WriteColumns(parameters, responses []string, texts []bool, o *study.Origin) error {
	group, names := parquet.Group{}, []string{}
	add := func(name string, n parquet.Node) { group[name] = n; names = append(names, name) }
	number := func() parquet.Node { return parquet.Optional(parquet.Leaf(parquet.DoubleType)) }
	text := func() parquet.Node { return parquet.Encoded(parquet.String(), &parquet.RLEDictionary) }
	add("run", parquet.Leaf(parquet.Int64Type))
	for i, p := range parameters {
		if texts[i] {
			add(p, text())
		} else {
			add(p, parquet.Leaf(parquet.DoubleType))
		}
	}
	for _, r := range responses {
		add(r, number())
	}
	add("status", text())
	add("exit_code", parquet.Optional(parquet.Leaf(parquet.Int64Type)))
	add("time_reached", number())
	add("wall_s", number())
	add("message", text())
	fields := map[string]parquet.Field{}
	for _, f := range group.Fields() {
		fields[f.Name()] = f
	}
	ordered := &orderedGroup{Group: group}
	for _, n := range names {
		ordered.fields = append(ordered.fields, fields[n])
	}
	origin, err := json.Marshal(&studyProvenance{o.Program, o.DeckSHA256, o.FileSHA256, o.PlanSHA256, o.Seed})
	if err != nil {
		return err
	}
	s.texts = texts
	s.w = parquet.NewWriter(s.out, parquet.NewSchema("study", ordered), parquet.Compression(&parquet.Zstd), parquet.MaxRowsPerRowGroup(studyGroup),
		parquet.KeyValueMetadata("trammel.provenance", string(origin)))
	return nil
}

func (s *studyTable) WriteRow(values []study.Value, r *study.Row) error {
	row := make(parquet.Row, 0, len(values)+len(r.Responses)+6)
	add := func(v parquet.Value, defined int) { row = append(row, v.Level(0, defined, len(row))) }
	number := func(x float64) {
		if math.IsNaN(x) {
			add(parquet.NullValue(), 0)
		} else {
			add(parquet.DoubleValue(x), 1)
		}
	}
	add(parquet.Int64Value(int64(r.Run)), 0)
	for i, v := range values {
		if s.texts[i] {
			add(parquet.ValueOf(v.String()), 0)
		} else {
			add(parquet.DoubleValue(v.Number), 0)
		}
	}
	for _, x := range r.Responses {
		number(x)
	}
	add(parquet.ValueOf(r.Status), 0)
	if r.Status == study.Missing {
		add(parquet.NullValue(), 0)
	} else {
		add(parquet.Int64Value(int64(r.ExitCode)), 1)
	}
	number(r.TimeReached)
	number(r.WallS)
	add(parquet.ValueOf(r.Message), 0)
	if s.rows = append(s.rows, row); len(s.rows) < studyBatch {
		return nil
	}
	return s.flushRows()
}

func (s *studyTable) flushRows() error {
	_, err := s.w.WriteRows(s.rows)
	s.rows = s.rows[:0]
	return err
}

func (s *studyTable) FinishWriting() error {
	if err := s.flushRows(); err != nil {
		return err
	}
	return s.w.Close()
}
