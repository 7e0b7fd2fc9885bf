package export

import (
	"encoding/json"
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/trammel-mbd/trammel/core/result"
)

// parquetWriter writes a table with the columns analysis and time and all others, in this order. What is known of the
// columns is in the metadata of the file, as JSON: trammel.columns is an object by the names of columns with
// label, unit, quantity, frame, element and id, trammel.provenance says where the results come from.
type parquetWriter struct {
	out    io.Writer
	labels bool
	origin result.Provenance
	//lint:ignore SA1019 columns are known when a run is: there is no Go type for GenericWriter
	w        *parquet.Writer
	rows     []parquet.Row
	analysis parquet.Value
	width    int
}

// parquetBatch is how many values are handed over at a time.
const parquetBatch = 1 << 18

func init() {
	Formats[".parquet"] = Format{"Parquet, for pandas, polars, DuckDB and MATLAB", newParquetWriter}
}

func newParquetWriter(w io.Writer, s *Source) (result.AnalysisWriter, error) {
	return &parquetWriter{out: w, labels: s.Labels, origin: s.Provenance}, nil
}

// columnNote is what the metadata say of a column.
type columnNote struct {
	Label    string `json:"label"`
	Unit     string `json:"unit"`
	Quantity string `json:"quantity"`
	Frame    string `json:"frame"`
	Element  string `json:"element"`
	ID       int    `json:"id"`
}

// orderedGroup is a group whose fields keep their order.
type orderedGroup struct {
	parquet.Group
	fields []parquet.Field
}

func (g *orderedGroup) Fields() []parquet.Field { return g.fields }

func (p *parquetWriter) WriteColumns(columns []result.Column) error {
	names := result.LabelledColumnNames(columns)
	notes := map[string]columnNote{}
	all := []string{"analysis", "time"}
	group := parquet.Group{"analysis": parquet.Encoded(parquet.String(), &parquet.RLEDictionary), "time": parquet.Leaf(parquet.DoubleType)}
	for i := range columns {
		c := &columns[i]
		if !p.labels {
			names[i] = c.Name
		}
		group[names[i]] = parquet.Leaf(parquet.DoubleType)
		all = append(all, names[i])
		notes[names[i]] = columnNote{c.Element.Label, c.Unit, c.Quantity, c.Frame, c.Element.Kind, c.Element.ID}
	}
	fields := map[string]parquet.Field{}
	for _, f := range group.Fields() {
		fields[f.Name()] = f
	}
	ordered := &orderedGroup{Group: group}
	for _, n := range all {
		ordered.fields = append(ordered.fields, fields[n])
	}
	text, err := json.Marshal(notes)
	if err != nil {
		return err
	}
	origin, err := json.Marshal(&p.origin)
	if err != nil {
		return err
	}
	p.width = len(all)
	p.w = parquet.NewWriter(p.out, parquet.NewSchema("results", ordered), parquet.Compression(&parquet.Zstd),
		parquet.KeyValueMetadata("trammel.columns", string(text)), parquet.KeyValueMetadata("trammel.provenance", string(origin)))
	return nil
}

func (p *parquetWriter) BeginAnalysis(a result.Analysis) error {
	p.analysis = parquet.ValueOf(a.Name).Level(0, 0, 0)
	return nil
}

func (p *parquetWriter) WriteRow(t float64, v []float64) error {
	row := make(parquet.Row, 0, p.width)
	row = append(row, p.analysis, parquet.DoubleValue(t).Level(0, 0, 1))
	for i, x := range v {
		row = append(row, parquet.DoubleValue(x).Level(0, 0, 2+i))
	}
	p.rows = append(p.rows, row)
	if len(p.rows)*p.width < parquetBatch {
		return nil
	}
	return p.flushRows()
}

func (p *parquetWriter) flushRows() error {
	_, err := p.w.WriteRows(p.rows)
	p.rows = p.rows[:0]
	return err
}

func (p *parquetWriter) FinishWriting() error {
	if err := p.flushRows(); err != nil {
		return err
	}
	return p.w.Close()
}
