package adm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/golden"
)

// strict is a table with types, close to the real ones.
var strict = deck.Table{
	{Kind: "Body_Rigid", Attrs: []deck.AttrSpec{
		ref("cg_id", "isground!=TRUE", "Reference_Marker"), ref("im_id", "-", "Reference_Marker"), ref("lprf_id", "-", "Reference_Marker"),
		{Name: "isground", Type: deck.Bool, Default: "FALSE"},
		{Name: "mass", Type: deck.Real, NonNegative: true, Default: "0"},
		{Name: "inertia_xx", Type: deck.Real}, {Name: "inertia_yy", Type: deck.Real}, {Name: "inertia_zz", Type: deck.Real},
	}},
	{Kind: "Reference_Marker", Attrs: append(reals("pos_x", "pos_y", "pos_z", "zp_x", "zp_y", "zp_z", "xp_x", "xp_y", "xp_z",
		"a00", "a10", "a20", "a02", "a12", "a22"),
		ref("body_id", "", "Body_Rigid"), deck.AttrSpec{Name: "body_type", Type: deck.Enum, Enum: []string{"RIGIDBODY", "POINTBODY"}, Default: "RIGIDBODY"},
		deck.AttrSpec{Name: "psi", Type: deck.Angle}, deck.AttrSpec{Name: "theta", Type: deck.Angle}, deck.AttrSpec{Name: "phi", Type: deck.Angle},
	)},
	{Kind: "Constraint_Joint", Attrs: append(between(),
		deck.AttrSpec{Name: "type", Type: deck.Enum, Enum: []string{"REVOLUTE", "CYLINDRICAL", "FIXED"}, Required: true})},
	{Kind: "Constraint_Jprim", Unsupported: "use a joint"},
	{Kind: "Constraint_Coupler", Attrs: []deck.AttrSpec{
		ref("joint1_id", "", "Constraint_Joint"), ref("joint2_id", "", "Constraint_Joint"), ref("joint3_id", "-", "Constraint_Joint"),
		{Name: "freedom_1", Type: deck.Enum, Enum: []string{"T", "R"}}, {Name: "freedom_2", Type: deck.Enum, Enum: []string{"T", "R"}},
		{Name: "freedom_3", Type: deck.Enum, Enum: []string{"T", "R"}}, {Name: "coefficients", Type: deck.Reals},
	}},
	{Kind: "Force_Scalar_TwoBody", Attrs: append(append(between(),
		deck.AttrSpec{Name: "type", Type: deck.Enum, Enum: []string{"FORCE", "TORQUE"}, Required: true},
		deck.AttrSpec{Name: "val_expression", Type: deck.Expr}), deck.UserSubAttrs("", 0)...)},
	{Kind: "Force_SpringDamper", Attrs: append(append(between(), reals("stiffness", "damping", "length", "preload")...),
		deck.AttrSpec{Name: "type", Type: deck.Enum, Enum: []string{"TRANSLATIONAL", "ROTATIONAL"}})},
	{Kind: "Reference_Matrix", Attrs: []deck.AttrSpec{
		{Name: "nrow", Type: deck.Int, Required: true}, {Name: "ncol", Type: deck.Int, Required: true},
		{Name: "isroworder", Type: deck.Bool}, {Name: "issparse", Type: deck.Bool}, {Name: "nval", Type: deck.Int},
	}, Text: []deck.AttrSpec{{Type: deck.Reals}}},
	{Kind: "Reference_Spline", Attrs: []deck.AttrSpec{{Name: "num_xy_pair", Type: deck.Int}, {Name: "num_z", Type: deck.Int}}, Text: []deck.AttrSpec{{Type: deck.Reals}}},
	{Kind: "Post_Request", Attrs: []deck.AttrSpec{
		{Name: "type", Type: deck.Enum, Enum: []string{"MARKER_DISPLACEMENT", "EXPRESSION"}, Required: true},
		ref("i_marker_id", "-", "Reference_Marker"), {Name: "expr2", Type: deck.Expr, When: "type=EXPRESSION"}, {Name: "comment", Type: deck.String},
	}},
	{Kind: "H3DOutput", NoID: true},
	{Kind: "Param_Unit", NoID: true, Once: true, Attrs: []deck.AttrSpec{
		{Name: "force_unit", Type: deck.Enum, Enum: []string{"NEWTON", "DYNE"}}, {Name: "mass_unit", Type: deck.Enum, Enum: []string{"KILOGRAM", "GRAM"}},
		{Name: "length_unit", Type: deck.Enum, Enum: []string{"METER", "CENTIMETER"}}, {Name: "time_unit", Type: deck.Enum, Enum: []string{"SECOND", "HOUR"}},
		{Name: "mass_mult_factor", Type: deck.Real, Positive: true},
	}},
	{Kind: "Param_Transient", Section: deck.InBoth, NoID: true, Attrs: []deck.AttrSpec{
		{Name: "integrator_type", Type: deck.Enum, Enum: []string{"DSTIFF", "ABAM"}}, {Name: "dae_index", Type: deck.Enum, Enum: []string{"3", "SI2", "1"}},
		{Name: "integr_tol", Type: deck.Real, Positive: true},
	}},
	{Kind: "Simulate", Section: deck.InCommand, Attrs: []deck.AttrSpec{
		{Name: "analysis_type", Type: deck.Enum, Enum: []string{"TRANSIENT", "STATIC", "KINEMATICS"}, Required: true},
		{Name: "end_time", Type: deck.Real}, {Name: "num_steps", Type: deck.Int, Positive: true},
	}},
	{Kind: "Activate", Section: deck.InCommand, Unsupported: "leave it out"},
	{Kind: "Stop", Section: deck.InCommand},
}

// ref is a reference; when is its condition, "-" for one that is not required.
func ref(name, when string, to ...string) deck.AttrSpec {
	a := deck.AttrSpec{Name: name, Type: deck.Ref, To: to, Required: when != "-"}
	if a.Required {
		a.When = when
	}
	return a
}

func reals(names ...string) []deck.AttrSpec {
	var out []deck.AttrSpec
	for _, n := range names {
		out = append(out, deck.AttrSpec{Name: n, Type: deck.Real})
	}
	return out
}

func between() []deck.AttrSpec {
	return []deck.AttrSpec{ref("i_marker_id", "", "Reference_Marker"), ref("j_marker_id", "", "Reference_Marker")}
}

const goldenModel = "title\nPART/1, GROUND\nMARKER/1\nEND\n"

// TestGolden compares what is said about each file of testdata/golden.
func TestGolden(t *testing.T) {
	models, _ := filepath.Glob("testdata/golden/*.adm")
	commands, _ := filepath.Glob("testdata/golden/*.acf")
	files := append(models, commands...)
	if len(files) < 60 {
		t.Fatalf("%d files", len(files))
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			src := &deck.Source{Name: filepath.Base(f), Text: text}
			var m *deck.Model
			if strings.HasSuffix(f, ".adm") {
				m = ReadModel(src, ".", strict)
			} else {
				m = ReadCommands(&deck.Source{Name: "t.adm", Text: []byte(goldenModel)}, src, ".", strict)
			}
			path := f + ".golden"
			got := printed(m)
			golden.CompareFile(t, path, got)
		})
	}
}
