package store

import "testing"

func TestCompareVersions(t *testing.T) {
	ordered := []string{"", "nightly", "today", "1.0.0-rc.1", "9.0.0-rc.1", "0.9", "1.0.0", "1.0.1", "1.2", "1.10.0", "2"}
	for i, a := range ordered {
		for j, b := range ordered {
			if c := CompareVersions(a, b); c < 0 != (i < j) || c > 0 != (i > j) {
				t.Errorf("%q and %q compare as %d", a, b, c)
			}
		}
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		version, wanted string
		matches         bool
	}{
		{"1.2.0", "", true}, {"", "", true}, {"1.2.0", "1.2", true}, {"1.2.0", "1", true}, {"1.2.0", "1.2.0", true}, {"1.2", "1.2", true},
		{"1.20.0", "1.2", false}, {"1.2", "1.2.0", false}, {"1.2.0-rc.1", "1.2", true}, {"1.2.0-rc.1", "1.2.0", false}, {"", "1", false},
	} {
		if MatchesVersion(c.version, c.wanted) != c.matches {
			t.Errorf("%q as %q: %v", c.version, c.wanted, !c.matches)
		}
	}
}
