package element

import (
	"strings"
	"testing"
)

// TestRowsBeyondCounting: rows that are too many, or nearer to each other than their times can say, are an error; many are a warning.
func TestRowsBeyondCounting(t *testing.T) {
	for commands, want := range map[string]string{
		`<Simulate analysis_type="Quasi-static" end_time="1" print_interval="1e-14"/>`:                                                                                  "are more than can be written",
		`<Simulate analysis_type="Quasi-static" end_time="1e12" num_steps="9"/><Simulate analysis_type="Quasi-static" end_time="1000000000001" print_interval="1e-4"/>`: "are more than can be written",
		`<Simulate analysis_type="Quasi-static" end_time="1e12" num_steps="9"/><Simulate analysis_type="Quasi-static" end_time="1000000000001" print_interval="0.1"/>`:  "",
		`<Simulate analysis_type="Quasi-static" end_time="1" print_interval="1e-9"/>`:                                                                                   "the analysis writes 1e+09 rows of results",
	} {
		_, said := build("<M><Model>"+rod+"</Model><Command>"+commands+"</Command></M><!-- trammel: allow P104 P105 -->", none)
		if want == "" && said != "" || !strings.Contains(said, want) {
			t.Errorf("%s: wanted %q, said\n%s", commands, want, said)
		}
	}
}
