//go:build linux && (amd64 || arm64)

package main

import (
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// A routine that writes into its inputs gives one result in every language: each call gets them again. usrsub_keep_par keeps what
// it wrote, for a library in this process.
func TestInputsAreCopiedInEachCall(t *testing.T) {
	gcc, gfortran := subtest.RequireTool(t, "gcc"), subtest.RequireTool(t, "gfortran")
	build := func(tool, library, file, text string) {
		if out, err := exec.Command(tool, "-O1", "-shared", "-fPIC", "-o", filepath.Join(clitest.Folder, library), filepath.Join(clitest.Folder, clitest.WriteFile(t, file, text))).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", tool, err, out)
		}
	}
	build(gcc, "writes.so", "writes.c", `extern void c_sysfnc(const char *, const int *, int, double *, int *);
void WRITES(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	int m = 9, e = 0;
	double x = 0;
	c_sysfnc("DX", &m, 1, &x, &e);
	*value = x * (1 + par[0] + par[20]) + 0.1 * (*id - 7) + 0.1 * (*npar - 1);
	par[0] += 1e-3, par[20] += 1e-3, *time += 1, *id += 1, *npar += 1;
}
void KEEPS(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	int m = 9, e = 0;
	double x = 0;
	c_sysfnc("DX", &m, 1, &x, &e);
	*value = x * (1 + par[0]);
	if (!*dflag && par[0] < 0.1) par[0] += 0.1;
}
`)
	build(gfortran, "fwrites.so", "fwrites.f90", `subroutine writes(id, time, par, npar, dflag, iflag, value)
  integer id, npar, m(1)
  logical dflag, iflag, e
  double precision time, par(*), value, x
  m(1) = 9
  call sysfnc('DX', m, 1, x, e)
  value = x * (1 + par(1))
  par(1) = par(1) + 1d-3
end subroutine
`)
	clitest.WriteFile(t, "writes.py", `def writes(id, time, par, npar, dflag, iflag):
    value = py_sysfnc("DX", [9])[0] * (1 + par[0])
    try:
        par[0] += 1e-3
    except TypeError:
        pass
    return value
`)
	rows := func(name, attrs string, flags ...string) []string {
		deck := clitest.WriteFile(t, "writes-"+name+".xml", clitest.LawDeck(`usrsub_param_string="USER(0)" `+attrs))
		clitest.Run(t, append([]string{"run", deck, "--quiet"}, flags...)...).Expect(t, 0)
		_, rows := clitest.ReadResults(t, "writes-"+name+".out", 0)
		return rows
	}
	var want []string
	cases := []struct {
		name, attrs string
		flags       []string
	}{
		{"c", `usrsub_dll_name="writes" usrsub_fnc_name="WRITES" usrsub_dialect="MS"`, nil},
		{"worker", `usrsub_dll_name="writes" usrsub_fnc_name="WRITES" usrsub_dialect="MS" isolate="process"`, nil},
		{"fortran", `usrsub_dll_name="fwrites" usrsub_fnc_name="writes" usrsub_dialect="FORTRAN"`, nil},
		{"gpython", `script_name="writes.py" usrsub_fnc_name="writes"`, []string{"--python-engine", "gpython"}},
		{"gpython, called", `script_name="writes.py" usrsub_fnc_name="writes"`, []string{"--python-engine", "gpython", "--interpret-python"}},
	}
	if _, err := exec.LookPath("python3"); err == nil {
		for _, e := range []string{"cpython", "cpython-child"} {
			cases = append(cases, struct {
				name, attrs string
				flags       []string
			}{e, `script_name="writes.py" usrsub_fnc_name="writes"`, []string{"--python-engine", e, "--python", "python3"}})
		}
	}
	for _, c := range cases {
		got := rows(c.name, c.attrs, c.flags...)
		if want == nil {
			want = got
		}
		if !slices.EqualFunc(got, want, func(a, b string) bool { return a[:min(len(a), 14)] == b[:min(len(b), 14)] }) {
			t.Errorf("%s: %q, want %q", c.name, got[len(got)-1], want[len(want)-1])
		}
	}
	const c = `usrsub_dll_name="writes" usrsub_fnc_name="KEEPS" usrsub_dialect="MS" `
	const keep = `usrsub_keep_par="TRUE"`
	if slices.Equal(rows("kept", c+keep), rows("copied", c)) {
		t.Error("usrsub_keep_par has no effect")
	}
	for _, attrs := range []string{c + keep + ` isolate="process"`, `script_name="writes.py" usrsub_fnc_name="writes" usrsub_keep_par="TRUE"`} {
		deck := clitest.WriteFile(t, "writes-refused.xml", clitest.LawDeck(`usrsub_param_string="USER(0)" `+attrs))
		clitest.Run(t, "check", deck).Expect(t, 4, "usrsub_keep_par is for libraries in the solver's own process")
	}
}
