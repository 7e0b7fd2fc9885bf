package draw

// Color is red, green and blue from 0 to 1.
type Color [3]float32

// Colors that read on a light and on a dark ground.
var (
	groundColor = Color{0.58, 0.61, 0.65}
	jointColor  = Color{0.86, 0.58, 0.10}
	motionColor = Color{0.76, 0.23, 0.56}
	springColor = Color{0.25, 0.62, 0.45}
	forceColor  = Color{0.80, 0.25, 0.22}
	frameColors = [3]Color{{0.84, 0.25, 0.24}, {0.22, 0.62, 0.28}, {0.22, 0.42, 0.86}}

	bodyColors = []Color{
		{0.30, 0.50, 0.72}, {0.85, 0.52, 0.22}, {0.35, 0.63, 0.60}, {0.78, 0.36, 0.38},
		{0.42, 0.62, 0.34}, {0.62, 0.47, 0.70}, {0.80, 0.68, 0.28}, {0.55, 0.44, 0.38},
	}
)

// bodyColor is that of the body of an index; ground is 0.
func bodyColor(i int) Color {
	if i == 0 {
		return groundColor
	}
	return bodyColors[(i-1)%len(bodyColors)]
}
