package usersub

// findSubOfType returns the first of a Sub and those behind it that is a T.
func findSubOfType[T any](sub Sub) (t T, ok bool) {
	for {
		switch s := sub.(type) {
		case T:
			return s, true
		case *Routine:
			sub = s.Sub
		case interface{ Unwrap() Sub }:
			sub = s.Unwrap()
		default:
			return t, false
		}
	}
}
