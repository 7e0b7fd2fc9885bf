package system

// The components of marker I's axes along J's, for SYSARY: uxy is the component
// of I's x axis along J's y axis.
func init() {
	const axes = "xyz"
	for a := range axes {
		for c := range axes {
			enter(row{"u" + axes[a:a+1] + axes[c:c+1], 1, 2, Pose, markers,
				&fn{dots: []dot{{cosine, a, c}}}})
		}
	}
}
