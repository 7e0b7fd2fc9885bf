package page

import "github.com/trammel-mbd/trammel/core/result"

// NewDeckResult returns what the page shows of a model that has not run: poses of its bodies, each with a name such as "as written". A pose
// holds PoseFloats numbers for each body of the scene.
func NewDeckResult(name string, s *result.Scene, frameNames []string, poses [][]float64) (*Result, error) {
	m := &memoryRows{}
	r := &Result{Name: name, Frames: frameNames, rows: m}
	for i := range frameNames {
		m.time = append(m.time, float64(i))
	}
	c := *s
	c.Bodies = append([]result.Body(nil), s.Bodies...)
	for b := range c.Bodies {
		c.Bodies[b].Pose = len(r.Columns)
		for k, component := range result.PoseColumns {
			e := result.Element{Kind: result.KindBody, ID: c.Bodies[b].ID, Label: c.Bodies[b].Label}
			r.Columns = append(r.Columns, result.Column{Name: result.ColumnName(e, component), Element: e, Component: component})
			values := make([]float64, len(poses))
			for f, p := range poses {
				values[f] = p[b*PoseFloats+k]
			}
			m.values = append(m.values, values)
		}
	}
	if err := r.setScene(&c); err != nil {
		return nil, err
	}
	return r, nil
}
