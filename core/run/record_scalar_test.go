package run

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/trammel-mbd/trammel/core/result"
)

// soft is two masses that a force on several markers holds, and that a penalty, or its rigid form, drives apart; a sensor watches one of them.
const soft = `<Param_Unit length_unit="MILLIMETER"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" mass="2" inertia_xx="3" inertia_yy="4" inertia_zz="5" cg_id="20"/><Reference_Marker id="20" body_id="2" pos_x="1"/><Reference_Marker id="21" body_id="2" pos_x="1.5"/>
<Body_Rigid id="3" mass="1" inertia_xx="3" inertia_yy="4" inertia_zz="5" cg_id="30"/><Reference_Marker id="30" body_id="3" pos_y="1"/>
<Force_MultiPoint id="7" label="cradle" ref_marker_id="10" kmtx_id="1" cratio="0.1">21 30</Force_MultiPoint>
<Reference_Matrix id="1" nrow="12" ncol="12" issparse="TRUE">1 1 9 2 2 8 3 3 7 4 4 6 5 5 5 6 6 4 7 7 9 8 8 8 9 9 7 10 10 6 11 11 5 12 12 4 1 7 -2 7 1 -2</Reference_Matrix>
<Force_Gravity grav_y="-9.81"/>
<Sensor_Event id="4" label="watch" expr="2*DX(20,10)" value="100" compare="GE" evaluate_id="5"/>
<Sensor_Evaluate id="5" expr="TIME"/>
<Post_Request id="1" type="EXPRESSION" expr1="NFORCE(7,21,2,10)" expr2="NFORCE(7,30,3,10)" expr3="NFORCE(7,30,8,10)" expr4="2*DX(20,10)" expr5="DX(30,20)+1-0.1*SIN(TIME)" expr6="ACCX(30)"/>`

// Forces on several markers, penalties and sensors have columns: what requests for the same quantities report.
func TestColumnsWithoutWrench(t *testing.T) {
	penalty := `<Force_Penalty id="6" label="drive" penalty="1e7" penalty1="1e4" expr="DX(30,20)+1-0.1*SIN(TIME)"/>`
	r, _ := runResults(t, soft+penalty, bobTime, Options{Results: AllResults})
	for name, want := range map[string]string{"NFORCE/7.FX_21": "1.F1", "NFORCE/7.FY_30": "1.F2", "SENSOR/4.SENSED": "1.F4", "PFORCE/6.G": "1.F5"} {
		a, b := storeColumn(t, r, name), storeColumn(t, r, want)
		for k := range a {
			if math.Abs(a[k]-b[k]) > 1e-12*(1+math.Abs(b[k])) {
				t.Fatalf("%s is %g at row %d, request %s %g", name, a[k], k, want, b[k])
			}
		}
	}
	c := r.Columns[result.FindColumn(r.Columns, "NFORCE/7.TX_30")]
	if c.Element.Label != "cradle" || c.Quantity != "torque" || c.Unit != "N*mm" || c.Frame != "global" {
		t.Errorf("%+v", c)
	}
	if c := r.Columns[result.FindColumn(r.Columns, "PFORCE/6.F")]; c.Element.Label != "drive" || c.Quantity != "generalized force" || c.Frame != "" {
		t.Errorf("%+v", c)
	}
	at := result.FindColumn(r.Columns, "SENSOR/4.SENSED")
	if r.Columns[at].Element.Label != "watch" || r.Columns[at+1].Name != "SENSOR/4.VALUE" {
		t.Errorf("%+v", r.Columns[at:at+2])
	}
	storeColumn(t, r, "SENSOR/5.VALUE") // of the Sensor_Evaluate
	s, err := result.ReadScene(filepath.Dir(r.File))
	if err != nil || len(s.Forces) != 2 || s.Forces[1].Kind != "NFORCE" || r.Columns[s.Forces[1].Force].Name != "NFORCE/7.FX_30" || s.Markers[s.Forces[1].I].ID != 30 {
		t.Fatalf("%v, forces of the scene %+v", err, s.Forces)
	}
	// The exact form has the force that the stiff one comes to.
	exact, _ := runResults(t, soft+`<Force_Penalty id="6" method="VI" expr="DX(30,20)+1-0.1*SIN(TIME)"/>`, bobTime, Options{Results: AllResults})
	a, b := storeColumn(t, exact, "PFORCE/6.F"), storeColumn(t, r, "PFORCE/6.F")
	most, off := 0.0, 0.0
	for k := range a {
		if k > 10 { // the penalty needs a while
			most, off = max(most, math.Abs(a[k])), max(off, math.Abs(a[k]-b[k]))
		}
	}
	if most < 0.01 || off > 1e-2*most {
		t.Errorf("forces up to %g of the exact form and the penalty differ by %g", most, off)
	}
}
