package studytest

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestEval: files of parameters in all forms, the results in the form of each, and failures.
func TestEval(t *testing.T) {
	clitest.WriteFile(t, "bead-eval.xml", fmt.Sprintf(bead, ""))
	standard := "                     2 variables\n 1.800000000000000e+01 k\n 2.000000000000000e+00 m\n %s functions\n%s 2 derivative_variables\n 1 DVV_1:k\n 2 DVV_2:m\n 0 analysis_components\n 7 eval_id\n"
	aprepro := "  { DAKOTA_VARS     =                      2 }\n  { k = 1.8e+01 }\n  { m = 2.0e+00 }\n  { DAKOTA_FNS      =  1 }\n  { ASV_1:last =  1 }\n  { DAKOTA_DER_VARS =  0 }\n  { DAKOTA_AN_COMPS = 0 }\n  { DAKOTA_EVAL_ID  = 1 }\n"
	last := math.Cos(3)
	for name, c := range map[string]struct {
		params string
		code   int
		check  func(text string) bool
	}{
		"plain": {`{"k": 18, "m": 2}`, 0, func(text string) bool {
			var x map[string]float64
			return json.Unmarshal([]byte(text), &x) == nil && len(x) == 2 && math.Abs(x["last"]-last) < 1e-6 && math.Abs(x["speed"]-3) < 0.02
		}},
		"standard": {fmt.Sprintf(standard, "2", " 1 ASV_1:speed\n 1 ASV_2:last\n"), 0, func(text string) bool {
			var a, b float64
			n, err := fmt.Sscanf(text, "%g speed\n%g last\n", &a, &b)
			return err == nil && n == 2 && math.Abs(b-last) < 1e-6 && math.Abs(a-3) < 0.02
		}},
		"aprepro": {aprepro, 0, func(text string) bool {
			var a float64
			n, err := fmt.Sscanf(text, "%g last\n", &a)
			return err == nil && n == 1 && math.Abs(a-last) < 1e-6
		}},
		"json": {`{"variables": [{"label": "k", "value": 18}, {"label": "m", "value": 2}], "responses": [{"label": "last", "active_set": 1}], "eval_id": "1"}`, 0, func(text string) bool {
			var x struct{ Functions map[string]float64 }
			return json.Unmarshal([]byte(text), &x) == nil && len(x.Functions) == 1 && math.Abs(x.Functions["last"]-last) < 1e-6
		}},
		"gradient": {fmt.Sprintf(standard, "1", " 3 ASV_1:last\n"), 2, func(text string) bool {
			return strings.HasPrefix(text, "fail") && strings.Contains(text, "derivatives")
		}},
		"unknown":   {fmt.Sprintf(standard, "1", " 1 ASV_1:first\n"), 2, func(text string) bool { return strings.HasPrefix(text, "fail") && strings.Contains(text, "first") }},
		"short":     {" 2 variables\n 1 k\n", 2, func(text string) bool { return strings.HasPrefix(text, "fail") }},
		"parameter": {`{"q": 18}`, 3, func(text string) bool { return strings.HasPrefix(text, "fail") && strings.Contains(text, "q") }},
		"value":     {`{"k": -18}`, 3, func(text string) bool { return strings.HasPrefix(text, "fail") }},
		"failed": {`{"variables": [{"label": "k", "value": -18}], "responses": [{"label": "last", "active_set": 1}]}`, 3, func(text string) bool {
			var x struct{ Fail bool }
			return json.Unmarshal([]byte(text), &x) == nil && x.Fail
		}},
		"nonsense": {"k = 5\n", 2, func(text string) bool { return strings.HasPrefix(text, "fail") }},
	} {
		file := clitest.WriteFile(t, "eval-"+name+".in", c.params)
		o := clitest.Run(t, "eval", "bead-eval.xml", "--params", file, "--results", "eval-"+name+".out", "--response", "last=final(1.F1)", "--response", "speed=maxabs(bead.F2)")
		text, err := os.ReadFile(filepath.Join(clitest.Folder, "eval-"+name+".out"))
		if err != nil || o.Code != c.code || !c.check(string(text)) {
			t.Errorf("%s: code %d, %v, %q\n%s", name, o.Code, err, text, o.Errors)
		}
	}
	for says, args := range map[string][]string{
		"--params is missing":        {"--results", "x", "--response", "a=max(1.F1)"},
		"--results is missing":       {"--params", "x", "--response", "a=max(1.F1)"},
		"there are no responses":     {"--params", "x", "--results", "x"},
		"--max-wall must be greater": {"--params", "x", "--results", "x", "--response", "a=max(1.F1)", "--max-wall", "-1"},
		"did you mean max?":          {"--params", "eval-plain.in", "--results", "x", "--response", "a=mx(1.F1)"},
		"there is no column 1.F7":    {"--params", "eval-plain.in", "--results", "x", "--response", "a=max(1.F7)"},
		"no-such-file":               {"--params", "no-such-file", "--results", "x", "--response", "a=max(1.F1)"},
	} {
		clitest.Run(t, append([]string{"eval", "bead-eval.xml"}, args...)...).Expect(t, 2, says)
	}
}

// faultyLaw is a force that, by its second parameter, aborts the process, never returns or grows without bound; else it pulls little.
const faultyLaw = `#include <stdlib.h>
extern void c_sysfnc(const char *, const int *, int, double *, int *);
void FAULTY(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result)
{
	int m = 9, e = 0;
	double x;
	c_sysfnc("DX", &m, 1, &x, &e);
	result[0] = result[1] = result[2] = 0;
	if (*iflag) return;
	if (par[0] == 1 && *time > 0.5) abort();
	if (par[0] == 2 && *time > 0.5) for (;;) ;
	if (par[0] == 3) result[0] = 100 * x * x * x * x * x;
}
`

const faultyForce = `<Force_Vector_OneBody id="4" type="FORCEONLY" marker_id="9" ref_marker_id="1" usrsub_param_string="USER(${mode})" usrsub_dll_name="faulty.so" usrsub_fnc_name="FAULTY"/>`

// TestEvalCrash: a routine that crashes leaves a file that says fail.
func TestEvalCrash(t *testing.T) {
	clitest.CompileLibrary(t, "faulty", faultyLaw)
	clitest.WriteFile(t, "eval-crash.xml", fmt.Sprintf(bead, faultyForce))
	for mode, code := range map[string]int{"1": 8, "2": 7, "3": 6} {
		file := clitest.WriteFile(t, "eval-crash-"+mode+".json", `{"mode": `+mode+`}`)
		o := clitest.Run(t, "eval", "eval-crash.xml", "--params", file, "--results", "eval-crash.out", "--response", "last=final(1.F1)", "--max-wall", "3")
		text, _ := os.ReadFile(filepath.Join(clitest.Folder, "eval-crash.out"))
		if o.Code != code || !strings.HasPrefix(string(text), "fail") {
			t.Errorf("mode %s: code %d, %q\n%s", mode, o.Code, text, o.Errors)
		}
	}
}
