package study

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"

	"github.com/trammel-mbd/trammel/core/result"
)

// Row is the result of a run.
type Row struct {
	Run         int
	Status      string  // OK, Failed; Missing in tables
	ExitCode    int     // that trammel run would end with; -1 of a run that is missing
	TimeReached float64 // simulated; NaN where the run did not begin
	WallS       float64
	Responses   []float64 // NaN where there is none
	Message     string    // of a failure
}

// Values of Row.Status.
const (
	OK      = "ok"
	Failed  = "failed"
	Missing = "missing"
)

// appendJSON appends the line of a row. What is not a finite number is null.
func (r *Row) appendJSON(b []byte) []byte {
	b = append(b, `{"run":`...)
	b = strconv.AppendInt(b, int64(r.Run), 10)
	b = append(b, `,"status":"`...)
	b = append(b, r.Status...)
	b = append(b, `","exit_code":`...)
	b = strconv.AppendInt(b, int64(r.ExitCode), 10)
	b = append(b, `,"time_reached":`...)
	b = appendNumber(b, r.TimeReached)
	b = append(b, `,"wall_s":`...)
	b = appendNumber(b, math.Round(r.WallS*1e6)/1e6)
	b = append(b, `,"responses":[`...)
	for i, x := range r.Responses {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendNumber(b, x)
	}
	b = append(b, `],"message":`...)
	text, err := json.Marshal(r.Message)
	if err != nil {
		panic("study: " + err.Error()) // a text always has a form
	}
	return append(append(b, text...), "}\n"...)
}

func appendNumber(b []byte, x float64) []byte {
	if !isFinite(x) {
		return append(b, "null"...)
	}
	return result.AppendFormattedNumber(b, x)
}

// parseRow reads the line of a row with a number of responses.
func parseRow(line []byte, responses int) (*Row, error) {
	var x struct {
		Run         int        `json:"run"`
		Status      string     `json:"status"`
		ExitCode    int        `json:"exit_code"`
		TimeReached *float64   `json:"time_reached"`
		WallS       *float64   `json:"wall_s"`
		Responses   []*float64 `json:"responses"`
		Message     string     `json:"message"`
	}
	if err := json.Unmarshal(line, &x); err != nil {
		return nil, err
	}
	if x.Run < 1 || x.Status != OK && x.Status != Failed || len(x.Responses) != responses {
		return nil, errors.New("it is not the row of a run")
	}
	r := &Row{Run: x.Run, Status: x.Status, ExitCode: x.ExitCode, TimeReached: orNaN(x.TimeReached), WallS: orNaN(x.WallS), Message: x.Message}
	for _, v := range x.Responses {
		r.Responses = append(r.Responses, orNaN(v))
	}
	return r, nil
}

func orNaN(x *float64) float64 {
	if x == nil {
		return math.NaN()
	}
	return *x
}
