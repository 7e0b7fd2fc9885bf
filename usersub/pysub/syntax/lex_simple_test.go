package syntax

import "testing"

// TestSimpleLexemes: what is reported without regular expressions is reported as they do.
func TestSimpleLexemes(t *testing.T) {
	for _, s := range []string{"a", "_a1(", "PART(1,", "12", "12)", "12.5", "1e5", "0x1f", "12L", "1_0", "é", "aé", "r'x'", "rb\"x\"", "abc'x'", "b", "fé'",
		"(", ")", "[a", "]", "{", "}", ",", ";", "~", ".5", "...", "+=", "9é", "1j", "u\"\"\"a\"\"\""} {
		kind, n := scanSimpleLexeme(s)
		if n == 0 {
			continue
		}
		want, m := byte('o'), len(lexOp.FindString(s))
		switch {
		case lexPrefix.MatchString(s):
			t.Errorf("%q begins a string", s)
		case lexName.MatchString(s):
			want, m = 'n', len(lexName.FindString(s))
		case lexNumber.MatchString(s):
			want, m = 'd', len(lexNumber.FindString(s))
		}
		if kind != want || n != m {
			t.Errorf("%q: %c %d, want %c %d", s, kind, n, want, m)
		}
	}
	for _, s := range []string{"PART(", "12)", "(", ","} {
		if _, n := scanSimpleLexeme(s); n == 0 {
			t.Errorf("%q is not simple", s)
		}
	}
}
