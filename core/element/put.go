package element

import (
	"fmt"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/usersub"
)

var (
	_ usersub.SplinePutter = (*routineReading)(nil)
	_ usersub.MarkerPutter = (*routineReading)(nil)
	_ usersub.MatrixPutter = (*routineReading)(nil)
	_ usersub.StringPutter = (*routineReading)(nil)
)

// PutSpline takes the points of the spline that is being read: y[j+i*len(x)] is the value at x[j] and z[i]; z is empty for one
// curve. It returns 0, or 1 and the reason in rd.why if the points cannot be interpolated or id is of another spline.
func (rd *routineReading) PutSpline(id int32, x, y, z []float64) int32 {
	p := &splinePoints{x: slices.Clone(x), z: slices.Clone(z)}
	for i := range max(len(z), 1) {
		p.y = append(p.y, slices.Clone(y[i*len(x):(i+1)*len(x)]))
	}
	why := ""
	if faults := p.listOrderFaults(); len(faults) > 0 {
		why = faults[0].text
	} else if !allFinite(y) || !allFinite(x) || !allFinite(z) {
		why = "a value is not finite"
	}
	flag := rd.recordUtilityResult("PUT_SPLINE", id, why)
	if flag == 0 {
		rd.points = p
	}
	return flag
}

func allFinite(v []float64) bool {
	return !slices.ContainsFunc(v, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
}

// PutMarker takes the pose of the marker that is being read: the origin r and angles, both in the axes of its body; kind is that of
// axesFromAngles. It returns 0, or 1 and the reason in rd.why.
func (rd *routineReading) PutMarker(id int32, r [3]float64, kind int32, angles []float64) int32 {
	m, why := axesFromAngles(kind, angles)
	if !allFinite(r[:]) || !allFinite(angles) {
		why = "a value is not finite"
	}
	flag := rd.recordUtilityResult("PUT_MARKER", id, why)
	if flag == 0 {
		rd.pose = &frame{pos: spatial.LoadVec(r[:]), rot: m}
	}
	return flag
}

// axesFromAngles returns the axes of a marker: from the x and the z axis (0; z is kept
// and x made perpendicular to it), Euler angles 3-1-3 (1), yaw, pitch and roll
// with the signs of the functions of these names (2), or Euler parameters (3).
func axesFromAngles(kind int32, a []float64) (m spatial.Mat, why string) {
	switch kind {
	case 0:
		x, z := spatial.LoadVec(a), spatial.LoadVec(a[3:]).Unit()
		x = x.Unit()
		x = x.AddScaled(-x.Dot(z), z)
		if z.Norm() == 0 || x.Norm() < 1e-9 {
			return spatial.Identity, "its axes x and z have no length or are parallel"
		}
		x = x.Unit()
		return spatial.Mat{A: x, B: z.Cross(x), C: z}, ""
	case 1:
		return spatial.Euler313(a[0], a[1], a[2]), ""
	case 2: // pitch turns about the negative y axis
		yaw, pitch, roll := spatial.RotZ(a[0]), spatial.RotY(-a[1]), spatial.RotX(a[2])
		m = yaw.MulMat(&pitch)
		return m.MulMat(&roll), ""
	}
	q := spatial.LoadQuat(a)
	if q == (spatial.Quat{}) {
		return spatial.Identity, "its Euler parameters are zero"
	}
	return q.Unit().Mat(), ""
}

// PutMatrix takes the values, by columns, of the matrix that is being read. It returns 0, or 1 and the reason in rd.why if the size
// is not that of nrow and ncol or a value is not finite.
func (rd *routineReading) PutMatrix(id int32, rows, cols int, values []float64) int32 {
	why := ""
	if rd.put == "PUT_MATRIX" {
		switch n, m := rd.e.Int("nrow"), rd.e.Int("ncol"); {
		case rows != n || cols != m:
			why = fmt.Sprintf("it gives %d × %d numbers, nrow and ncol are %d and %d", rows, cols, n, m)
		case !allFinite(values):
			why = "a value is not finite"
		}
	}
	flag := rd.recordUtilityResult("PUT_MATRIX", id, why)
	if flag == 0 {
		rd.matrix = zeroMatrix(rows, cols)
		for k, v := range values {
			rd.matrix[k%rows][k/rows] = v
		}
	}
	return flag
}

// PutString takes the text of the string that is being read. It returns 0, or 1 and the reason in rd.why.
func (rd *routineReading) PutString(id int32, text string) int32 {
	flag := rd.recordUtilityResult("PUT_STRING", id, "")
	if flag == 0 {
		rd.text = &text
	}
	return flag
}
