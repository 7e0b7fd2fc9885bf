package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// replayed is what usersub replay --json prints.
type replayed struct {
	Recorded, Made, Different int
	LeftOut                   int            `json:"left_out"`
	Max                       float64        `json:"max_difference"`
	Unknown                   map[string]int `json:"unknown_questions"`
	First                     *struct{ What, Text string }
	Unended                   int
}

func replayJSON(t *testing.T, code int, args ...string) (r replayed) {
	t.Helper()
	o := clitest.Run(t, append([]string{"usersub", "replay", "--json"}, args...)...)
	if o.Code != code {
		t.Fatalf("%v: %+v", args, o)
	}
	if err := json.Unmarshal([]byte(o.Out), &r); err != nil {
		t.Fatalf("%v: %v in %q", args, err, o.Out)
	}
	return r
}

// Every routine that an element calls is recorded in a run and made again without a
// solver: by the same library or script bit for bit, by that in the
// other languages with the tolerance of TestFamilies. (Drivers and readers of data
// included: their calls nest, and their utilities change the model.)
func TestReplayOfFamilies(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("libraries are supported on Linux only")
	}
	for _, l := range []string{"c", "f77", "adams"} {
		subtest.RequireTool(t, familyCompiler[l])
		if err := familyLibrary(l); err != nil {
			t.Fatal(err)
		}
	}
	clitest.WriteFile(t, "families.py", string(must(os.ReadFile(filepath.Join("testdata", "families", "families.py")))))
	files := map[string]string{"c": "families-c.so", "f77": "families-f77.so", "adams": "families-adams.so", "python": "families.py"}
	dialects := map[string]string{"c": "ms", "f77": "fortran", "adams": "adams"}
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			languages := []string{"c", "f77", "python"}
			if f.adams {
				languages = append(languages, "adams")
			}
			for _, language := range languages {
				title, args := familyDeck(t, f.name, language, "fixed", 1)
				rec, out := title+".rec", title+"-recorded.out"
				if o := clitest.Run(t, append(args, "--record", rec, "--out", out)...); o.Code != 0 {
					t.Fatalf("%+v", o)
				}
				d, _ := clitest.ReadResults(t, out, 0)
				r := replayJSON(t, 0, rec, "--tol", "0")
				if r.Made == 0 || d.Recording == nil || r.Made != d.Recording.Calls || r.Made != r.Recorded || r.Max != 0 || len(r.Unknown) > 0 {
					t.Errorf("%s: %+v of %+v", language, r, d.Recording)
				}
				for _, with := range languages {
					if (f.name == "ucosub" || f.name == "gsesplit") && (language == "python") != (with == "python") {
						continue // idrsel asks for some of the outputs, the script gives all of them; compiled code says how many states it wants
					}
					args := []string{rec, "--tol", strconv.FormatFloat(f.round, 'g', -1, 64), "--with", files[with]}
					if d := dialects[with]; d != "" {
						args = append(args, "--usersub-dialect", d)
					}
					r := replayJSON(t, 0, args...)
					if r.Made != r.Recorded || len(r.Unknown) > 0 {
						t.Errorf("%s with %s: %+v", language, with, r)
					}
				}
			}
		})
	}
}

// A recorded crash happens again where it did; a routine that is mended goes past it.
func TestReplayOfCrash(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("libraries are supported on Linux only")
	}
	gcc := subtest.RequireTool(t, "gcc")
	const law = `#include <stdlib.h>
#include <math.h>
void c_sysfnc(const char *, const int *, int, double *, int *);
void SFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{ int m[2] = {20, 1}, e; double x; c_sysfnc("DM", m, 2, &x, &e);
  *value = -10 * x; if (*time > 0.25) { WHEN; } }
`
	clitest.WriteFile(t, "replay-law.c", law)
	for name, when := range map[string]string{"crashes": "*(volatile int *)0 = 1", "ends": "exit(0)", "other": "*value -= 1e-3", "mended": ""} {
		if out, err := exec.Command(gcc, "-O1", "-shared", "-fPIC", "-DWHEN="+when, "-o", clitest.Program("replay-"+name+".so"), clitest.Program("replay-law.c")).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	model, err := os.ReadFile(filepath.Join("testdata", "families", "sfosub.xml"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("@", `usrsub_dll_name="replay-crashes.so"`, "~", "").Replace(string(model))
	clitest.WriteFile(t, "replay.xml", `<MotionSolve><Model><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
`+text+`</Model><Command><Simulate analysis_type="Transient" end_time="0.5" num_steps="25"/></Command></MotionSolve>`)
	clitest.Run(t, "run", "replay.xml", "--quiet", "--record", "replay.rec").Expect(t, run.ExitLost, "segmentation fault")
	list := clitest.Run(t, "usersub", "replay", "replay.rec", "--list")
	list.Expect(t, 0, "it did not return", "the recording was not closed", "Force_Scalar_TwoBody 3")
	last := regexp.MustCompile(`(?m)^call (\d+): .* at time 0\.2[5-9]`).FindStringSubmatch(list.Out)
	if last == nil {
		t.Fatal(list.Out)
	}
	clitest.Run(t, "usersub", "replay", "replay.rec").Expect(t, run.ExitLost, "segmentation fault", "at time 0.2")
	clitest.Run(t, "usersub", "replay", "replay.rec", "--with", "replay-ends.so").Expect(t, run.ExitRoutine, "exit(0)", "in call "+last[1])
	clitest.Run(t, "usersub", "replay", "replay.rec", "--with", "replay-mended.so").Expect(t, 0, "the recorded run ended in call "+last[1]+"; it returns now", "0 differ", "the recording was not closed")
	clitest.Run(t, "usersub", "replay", "replay.rec", "--show", last[1]).Expect(t, 0, "in   time", "knew SYSFNC DM[20,1]")
	clitest.Run(t, "usersub", "replay", "replay.rec", "--element", "4").Expect(t, run.ExitUsage, "has calls of Force_Scalar_TwoBody 3 (SFOSUB)")
	clitest.Run(t, "usersub", "replay", "replay.rec", "--show", "123456").Expect(t, run.ExitUsage, "there is no call 123456")
	clitest.Run(t, "usersub", "replay", "replay.xml").Expect(t, run.ExitUsage, "not a recording")
	clitest.Run(t, "run", "replay.xml", "--record", "replay.xml").Expect(t, run.ExitUsage, "is not a recording: it is not overwritten")

	// A run that continues, and a law that differs late in it.
	clitest.Run(t, "run", "replay.xml", "--quiet", "--record", "replay.rec").Expect(t, run.ExitLost)
	clitest.WriteFile(t, "replay-fine.xml", strings.Replace(string(must(os.ReadFile(clitest.Program("replay.xml")))), "replay-crashes.so", "replay-mended.so", 1))
	clitest.Run(t, "run", "replay-fine.xml", "--quiet", "--record", "fine.rec").Expect(t, 0)
	r := replayJSON(t, run.ExitCompare, "fine.rec", "--with", "replay-other.so")
	if r.Different == 0 || r.Different == r.Made || r.First == nil || !strings.Contains(r.First.Text, "   now ") || r.Max > 1.001e-3 || r.Max < 1e-6 {
		t.Errorf("%+v", r)
	}
	clitest.Run(t, "usersub", "replay", "fine.rec", "--with", "replay-other.so", "--tol", "0.01").Expect(t, 0)

	// What is left of a file that was cut is replayed, and that it is not all is said.
	whole := clitest.Run(t, "usersub", "replay", "fine.rec")
	if whole.Expect(t, 0, "0 differ"); strings.Contains(whole.Out, "not closed") {
		t.Error(whole.Out)
	}
	clitest.WriteFile(t, "cut.rec", string(must(os.ReadFile(clitest.Program("fine.rec"))))[:3000])
	clitest.Run(t, "usersub", "replay", "cut.rec").Expect(t, 0, "0 differ", "the recording was not closed")
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

// With --wait the calls begin when Enter is pressed.
func TestReplayWaits(t *testing.T) {
	clitest.WriteFile(t, "families.py", string(must(os.ReadFile(filepath.Join("testdata", "families", "families.py")))))
	title, args := familyDeck(t, "sfosub", "python", "fixed", 1)
	if o := clitest.Run(t, append(args, "--record", "wait.rec", "--out", title+"-wait.out")...); o.Code != 0 {
		t.Fatalf("%+v", o)
	}
	c := clitest.Command("usersub", "replay", "wait.rec", "--wait=5")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	c.Stdout = &out
	messages, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	text := ""
	for buf := make([]byte, 4096); !strings.Contains(text, "press Enter"); {
		n, err := messages.Read(buf)
		if err != nil {
			t.Fatalf("%q, %v", text, err)
		}
		text += string(buf[:n])
	}
	if !strings.Contains(text, "before call 5: ") || !strings.Contains(text, "process "+strconv.Itoa(c.Process.Pid)+":") {
		t.Errorf("%q", text)
	}
	if _, err := in.Write([]byte("\n")); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err != nil || !strings.Contains(out.String(), " 0 differ") {
		t.Errorf("%v, %q", err, out.String())
	}
}
