package adm

import (
	"slices"
	"testing"
)

// Shapes that touch nothing are kept for pictures where they can be drawn; others are passed over, whatever is wrong in them.
func TestPictures(t *testing.T) {
	m := model("PART/1, GROUND\nMARKER/4, PART=1\n" +
		"GRAPHICS/1, CYLINDER, CM=4, LENGTH=3, RADIUS=2\nGRAPHICS/2, BOX, CORNER=4, X=1, Y=-2, Z=3\nGRAPHICS/3, ELLIPSOID, CM=4, XSCALE=1, YSCALE=2, ZSCALE=3\n" +
		"GRAPHICS/4, FRUSTUM, CM=4, LENGTH=1, TOP=0, BOTTOM=1\n" +
		"GRAPHICS/5, CYLINDER, CM=9, LENGTH=3, RADIUS=2\nGRAPHICS/6, CYLINDER, CM=4, LENGTH=3\nGRAPHICS/7, CYLINDER, CM=4, LENGTH=3, RADIUS=0\n" +
		"GRAPHICS/8, BOX, CORNER=4, X=1, Y=0, Z=3\nGRAPHICS/9, CIRCLE, CM=4, RADIUS=2\nGRAPHICS/10, PLANE, RM=4, XMIN=-1, XMAX=1\nGRAPHICS/11, OUTLINE=4,4\n" +
		"GRAPHICS/12, CYLINDER, CM=4, LENGTH=3, RADIUS=2, FOO\nGRAPHICS/1, BOX, CORNER=4, X=1, Y=2, Z=3\nGRAPHICS/13, CYLINDER, CM=4, LENGTH=1E400, RADIUS=2\nEND\n")
	var got []string
	for _, e := range m.ElementsOfKind("Post_Graphic") {
		got = append(got, written(e))
	}
	want := []string{
		"Post_Graphic id=1 type=Cylinder rm_id=4 length=3 radius=2",
		"Post_Graphic id=2 rm_id=4 length_x=1 length_y=-2 length_z=3 type=BoxDefinedFromCorner",
		"Post_Graphic id=3 type=Ellipsoid rm_id=4 x_scale=1 y_scale=2 z_scale=3",
		"Post_Graphic id=4 type=Frustum rm_id=4 length=1 top_radius=0 bottom_radius=1",
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if m.Diags.HasErrors() {
		t.Errorf("a picture is an error:\n%s", printed(m))
	}
}
