package page

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/cmd/trammel/page/draw"
	"github.com/trammel-mbd/trammel/core/result"
)

// meta is what the page reads of a result before any values.
type meta struct {
	Name     string              `json:"name"`
	Columns  []column            `json:"columns"`
	Rows     int                 `json:"rows"`
	Analyses []result.Analysis   `json:"analyses"`
	Scene    json.RawMessage     `json:"scene"` // without vertices, which are in the drawing
	Drawing  *draw.Drawing       `json:"drawing"`
	Frames   []string            `json:"frames,omitempty"`
	Document json.RawMessage     `json:"document"`
	Modes    []Mode              `json:"modes"`
	Steps    *result.Steps       `json:"steps,omitempty"`
	Contacts bool                `json:"contacts,omitempty"` // there are points of contact
	Plots    [][]int             `json:"plots,omitempty"`
	TimeUnit string              `json:"timeUnit"`
	TimeSI   float64             `json:"timeSI"` // s
	Note     string              `json:"note"`
	Live     bool                `json:"live"`
	Killed   bool                `json:"killed,omitempty"`
	Report   bool                `json:"report"`
	Derived  map[int]derivedFrom `json:"derived,omitempty"`
}

// derivedFrom says that a column of a report is a component of a pose.
type derivedFrom struct {
	Body      int `json:"body"`
	Component int `json:"component"`
}

type column struct {
	Name      string         `json:"name"`
	Element   result.Element `json:"element"`
	Component string         `json:"component"`
	Quantity  string         `json:"quantity"`
	Unit      string         `json:"unit"`
	Frame     string         `json:"frame"`
	Absent    bool           `json:"absent,omitempty"` // a report has not its values
}

// describeResult describes the result.
func (r *Result) describeResult() (*meta, error) {
	now, err := r.readRunState()
	if err != nil {
		return nil, err
	}
	m := &meta{Name: r.Name, Columns: []column{}, Rows: now.Rows, Analyses: r.Analyses, Drawing: r.Drawing, Frames: r.Frames,
		Document: now.Document, Modes: r.Modes, Steps: now.Steps, Contacts: now.Contacts, Plots: r.PlotsOf, TimeUnit: "s", TimeSI: 1, Note: strings.Join(r.Notes, " "), Live: now.Live, Killed: now.Killed}
	for _, c := range r.Columns {
		m.Columns = append(m.Columns, column{c.Name, c.Element, c.Component, c.Quantity, c.Unit, c.Frame, false})
	}
	if r.Scene != nil {
		if m.Scene, err = marshalSceneWithoutDrawing(r.Scene); err != nil {
			return nil, err
		}
		if u := r.Scene.Units; u.Time != "" {
			m.TimeUnit = u.Time
			if u.TimeSI > 0 && !math.IsInf(u.TimeSI, 0) {
				m.TimeSI = u.TimeSI
			}
		}
	}
	return m, nil
}

// marshalSceneWithoutDrawing returns a scene without what the drawing has.
func marshalSceneWithoutDrawing(s *result.Scene) ([]byte, error) {
	c := *s
	c.Graphics = append([]result.Graphic(nil), s.Graphics...)
	c.Flexible = nil
	for i := range c.Graphics {
		c.Graphics[i].Vertices, c.Graphics[i].Triangles = nil, nil
	}
	return c.JSON()
}
