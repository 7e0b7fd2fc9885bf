package decktest

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestIntegrators: each integrator by its name in XML, in Adams' language and in a Python
// program, on the bar of testdata/forms/Constraint_Joint, which a constant torque turns by 2 rad within a
// second. The log names what ran, the three forms give the same rows, without a warning.
func TestIntegrators(t *testing.T) {
	want := []float64{2, 0.5 * math.Cos(2), 0.5 * math.Sin(2)}
	for _, c := range []struct {
		name, index, word string  // the index, and the word for it in Adams' language
		bound             float64 // at integr_tol 1e-8 and an h_max of 0.01
	}{
		{"DSTIFF", "3", "I3", 1e-6}, {"DSTIFF", "2", "SI2", 1e-6}, {"DSTIFF", "1", "SI1", 1e-6},
		{"CSTIFF", "3", "I3", 1e-6}, {"CSTIFF", "2", "SI2", 1e-6}, {"CSTIFF", "1", "SI1", 1e-6},
		{"VSTIFF", "", "", 1e-6}, {"MSTIFF", "", "", 1e-6}, {"ABAM", "", "", 1e-7}, {"RADAU", "", "", 1e-7},
		{"DOP853", "", "", 1e-7}, {"HHT", "", "", 1e-4}, {"NEWMARK", "", "", 1e-4},
	} {
		name := c.name + c.index
		xml, adm, py := fmt.Sprintf("integrator_type=%q", c.name), c.name, fmt.Sprintf("type=%q", c.name)
		if c.index != "" {
			xml, adm, py = xml+fmt.Sprintf(" dae_index=%q", c.index), adm+", "+c.word, py+", dae_index="+c.index
		}
		change := func(suffix string, pairs ...string) {
			text, err := os.ReadFile(filepath.Join("..", "testdata", "forms", "Constraint_Joint."+suffix))
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i < len(pairs); i += 2 {
				if !strings.Contains(string(text), pairs[i]) {
					t.Fatalf(".%s: no %s", suffix, pairs[i])
				}
			}
			clitest.WriteFile(t, name+"."+suffix, strings.NewReplacer(pairs...).Replace(string(text)))
		}
		change("xml", `integrator_type="DSTIFF" dae_index="3"`, xml)
		change("acf", "integrator/gstiff, i3", "integrator/"+adm, "model=Constraint_Joint", "model="+name)
		change("adm", "model name: Constraint_Joint", "model name: "+name)
		change("py", `type="DSTIFF", dae_index=3`, py)
		rows := map[string]string{}
		for _, suffix := range []string{"xml", "adm", "py"} {
			args := []string{"run", name + "." + suffix, "--out", "out-" + name + suffix}
			if suffix == "adm" {
				args = append(args, name+".acf")
			}
			o := clitest.Run(t, args...)
			if o.Code != 0 || strings.Contains(o.Errors, "warning:") {
				t.Errorf("%s.%s: %+v", name, suffix, o)
				continue
			}
			log, _ := os.ReadFile(filepath.Join(clitest.Folder, "out-"+name+suffix, "run.log"))
			if !strings.Contains(string(log), "integrator: "+c.name) || c.index != "" && !strings.Contains(string(log), c.name+", index "+c.index) {
				t.Errorf("%s.%s: the log does not name the integrator:\n%s", name, suffix, log)
			}
			text, err := os.ReadFile(filepath.Join(clitest.Folder, "out-"+name+suffix, "requests.csv"))
			if err != nil {
				t.Fatal(err)
			}
			rows[suffix] = string(text)
			if suffix != "xml" && !alike(t, rows[suffix], rows["xml"], 1e-12) {
				t.Errorf("%s.%s gives other rows:\n%s\nand .xml\n%s", name, suffix, rows[suffix], rows["xml"])
			}
		}
		lines := strings.Split(strings.TrimSpace(rows["xml"]), "\n")
		for i, w := range want {
			if got := clitest.LastValue(t, lines, fmt.Sprintf("9.F%d", i+1)); math.Abs(got-w) > c.bound {
				t.Errorf("%s: column %d is %.9g, want %.9g", name, i+1, got, w)
			}
		}
	}
}
