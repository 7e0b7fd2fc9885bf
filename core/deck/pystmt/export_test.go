package pystmt

// Tracked reports whether calls of a name have a place.
func Tracked(name string) bool {
	for _, n := range tracked {
		if n == name {
			return true
		}
	}
	return false
}
