package usersub

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// documented are the routines whose argument lists documents give, with the
// elements that call them.
var documented = map[string]string{
	"SFOSUB": "Force_Scalar_TwoBody", "GFOSUB": "Force_Vector_TwoBody", "VFOSUB": "Force_Vector_TwoBody", "VTOSUB": "Force_Vector_TwoBody",
	"VARSUB": "Reference_Variable", "DIFSUB": "Control_Diff", "ARYSUB": "Reference_Array", "GCOSUB": "Constraint_General",
	"PFOSUB": "Force_Penalty", "REQSUB": "Post_Request", "SENSUB": "Sensor_Event", "SEVSUB": "Sensor_Evaluate", "MOTSUB": "Motion_Joint",
	"FIESUB": "Force_Field", "GSESUB": "Control_StateEqn", "GSEXX": "Control_StateEqn", "GSEXU": "Control_StateEqn",
	"GSEYX": "Control_StateEqn", "GSEYU": "Control_StateEqn", "YFOSUB": "Force_StateEqn", "YFOXX": "Force_StateEqn",
	"YFOXU": "Force_StateEqn", "YFOYX": "Force_StateEqn", "YFOYU": "Force_StateEqn", "COUSUB": "Constraint_Coupler",
	"COUXX": "Constraint_Coupler", "COUXX2": "Constraint_Coupler", "UCOSUB": "Constraint_UserConstr", "CURSUB": "Reference_ParamCurve",
	"SURSUB": "Reference_ParamSurface", "CNFSUB": "Force_Contact", "CFFSUB": "Force_Contact", "CONTACTPOST": "Force_Contact",
	"PTDSFSUB": "Force_PTdSF", "MFOSUB": "Force_FlexModal", "DMPSUB": "Body_Flexible", "CONSUB": "UserProgramControl",
	"SPLINE_READ": "Reference_Spline", "MARKER_READ": "Reference_Marker", "MATRIX_READ": "Reference_Matrix",
	"STRING_READ": "Reference_String", "POST_SUB": "Post_UserAPI", "MESSAGE_SUB": "Messaging", "SAVSUB": "Save",
	"RELSUB": "Load_Model", "TIRSUB": "Force_Tire", "CBKSUB": "CBKSUB", "GSE_DERIV": "Control_StateEqn",
	"GSE_UPDATE": "Control_StateEqn", "GSE_OUTPUT": "Control_StateEqn", "GSE_SAMP": "Control_StateEqn", "GSESAMPLE": "Control_StateEqn",
}

// additions are routines of this solver's own.
var additions = map[string]string{"SPDSUB": "Force_SpringDamper"}

// notEstablished are routines that documents name without their arguments.
var notEstablished = []string{"NFOSUB", "PINSUB", "POUTSUB", "GRASUB", "TUNSUB"}

// TestDocumentedRoutines: there is a description of each routine that is
// documented and of no other, and what is not established is said.
func TestDocumentedRoutines(t *testing.T) {
	for name, element := range documented {
		switch s := FindRoutine(name); {
		case s == nil:
			t.Errorf("there is no %s", name)
		case s.Element != element:
			t.Errorf("%s is called by %s, want %s", name, s.Element, element)
		case s.Doc == "" || len(s.Args) == 0:
			t.Errorf("%s is not described", name)
		}
	}
	for _, s := range Sigs() {
		if documented[s.Name] == "" && additions[s.Name] != s.Element {
			t.Errorf("%s is in no list of documented routines", s.Name)
		}
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(readme), "## What is not established")
	for _, name := range notEstablished {
		if FindRoutine(name) == nil && !strings.Contains(text, name) {
			t.Errorf("README.md does not say that %s is not established", name)
		}
	}
}

// inPython are the functions that documents name for scripts.
var inPython = strings.Fields(`py_akispl py_analys py_bistop py_cheby py_cubspl py_cusfnc py_datout py_errmes py_fitspl
py_forcos py_forsin py_getcpu py_getinm py_getint py_getmod py_getslv py_getstm py_getver py_gtcrv py_gtinam py_gtonam
py_gtstrg py_gtunts py_havsin py_impact py_modfnc py_modinf py_nmodes py_modify py_modset py_put_marker py_put_spline
py_rcnvrt py_set_attribute py_set_discrete_interface py_sysary py_sysfnc py_tcnvrt py_timget py_ucomar py_ucovar py_usrmes
py_step py_step5 py_poly py_gtaray`)

// TestPythonNames: every utility that is documented for scripts has that name.
func TestPythonNames(t *testing.T) {
	var names []string
	for _, u := range Utilities() {
		names = append(names, u.InPython)
	}
	for _, name := range inPython {
		if !slices.Contains(names, name) {
			t.Errorf("there is no %s", name)
		}
	}
}
