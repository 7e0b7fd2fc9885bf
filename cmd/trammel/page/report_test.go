package page

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"regexp"
	"strings"
	"testing"
)

var embedded = regexp.MustCompile(`(?s)<script type="application/(?:json|octet-stream)" id="([a-z0-9-]+)">(.*?)</script>`)

// reportParts writes a report and returns it and the data in it.
func reportParts(t *testing.T, r *Result, budget int) (string, map[string]string) {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteReport(&b, budget); err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for _, m := range embedded.FindAllStringSubmatch(b.String(), -1) {
		parts[m[1]] = m[2]
	}
	return b.String(), parts
}

func openFixture(t *testing.T) *Result {
	t.Helper()
	r, err := OpenResult(writeFixture(t, "crank.out"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func float32s(t *testing.T, text string) []float32 {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	v := make([]float32, len(raw)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return v
}

// reportMeta is what the tests read of the meta data.
type reportMeta struct {
	Note    string
	Report  bool
	Derived map[int]derivedFrom
	Columns []column
}

// A report holds page and data, and its page without data stays small.
func TestReport(t *testing.T) {
	r := openFixture(t)
	text, parts := reportParts(t, r, DefaultBudget)
	size := len(text)
	for _, p := range parts {
		size -= len(p)
	}
	if size > 300_000 {
		t.Errorf("the page has %d bytes besides its data", size)
	}
	var m reportMeta
	if err := json.Unmarshal([]byte(parts["meta-0"]), &m); err != nil {
		t.Fatal(err)
	}
	if m.Note != "" || !m.Report || len(m.Derived) != 21 {
		t.Errorf("note %q, %d columns out of the motion", m.Note, len(m.Derived))
	}
	want, _ := r.ReadColumn(27)
	got := float32s(t, parts["column-0-27"])
	if len(got) != fixtureRows {
		t.Fatalf("column 27 has %d values", len(got))
	}
	for i := range got {
		if got[i] != float32(want[i]) {
			t.Fatalf("row %d: %g, want %g", i, got[i], want[i])
		}
	}
	if strings.Contains(parts["meta-0"], "</script") || strings.Count(text, "</script>") != len(parts)+2 {
		t.Error("text of the deck ends a script of the page")
	}
	if p := regexp.MustCompile(`https?://[^w"' ]`).FindString(text); p != "" || !strings.Contains(text, "default-src 'none'") {
		t.Errorf("the report reaches for the network: %q", p)
	}
}

// A large result is decimated: extremes stay, a note says so, and rows of the motion lead to rows of the columns.
func TestReportDecimates(t *testing.T) {
	r := openFixture(t)
	_, parts := reportParts(t, r, 120)
	var m reportMeta
	if err := json.Unmarshal([]byte(parts["meta-0"]), &m); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"of requests", "decimated", "The motion has"} {
		if !strings.Contains(m.Note, want) {
			t.Errorf("note %q lacks %q", m.Note, want)
		}
	}
	if !m.Columns[0].Absent || m.Columns[27].Absent || parts["column-0-21"] != "" {
		t.Error("columns that are left out are not marked")
	}
	want, _ := r.ReadColumn(28)
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range want {
		low, high = min(low, v), max(high, v)
	}
	gotLow, gotHigh := float32(math.Inf(1)), float32(math.Inf(-1))
	got := float32s(t, parts["column-0-28"])
	for _, v := range got {
		gotLow, gotHigh = min(gotLow, v), max(gotHigh, v)
	}
	if gotLow != float32(low) || gotHigh != float32(high) || len(got) >= fixtureRows {
		t.Errorf("%d values from %g to %g, want fewer, from %g to %g", len(got), gotLow, gotHigh, low, high)
	}
	raw, _ := base64.StdEncoding.DecodeString(parts["poses-0"])
	frames := binary.LittleEndian.Uint32(raw)
	if last := binary.LittleEndian.Uint32(raw[8+8*frames+4*(frames-1):]); int(last) >= len(got) {
		t.Errorf("the last frame leads to row %d of %d", last, len(got))
	}
}
