package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

func TestUsersubBuild(t *testing.T) {
	clitest.NeedLinux(t)
	for _, tool := range []string{"gcc", "g++", "gfortran"} {
		subtest.RequireTool(t, tool)
	}
	dir := scratch(t,
		"old.c", "#include <msolve.h>\nscale(x) { return 2 * x; }\nDLLFUNC void STDCALL SFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *v)\n{ *v = SLOPE * scale(1) * pow(*time, 2); }\n",
		"new.cpp", "#include \"trammel_usersub.h\"\n#include <string>\nDLLFUNC void VARSUB(int *, double *, double *, int *, int *, int *, double *v) { *v = std::string(\"abc\").size(); }\n",
		"OLD.FOR", "      SUBROUTINE VFOSUB(ID,TIME,PAR,NPAR,DFLAG,IFLAG,RESULT)\n      DOUBLE PRECISION TIME,PAR(*),RESULT(3),V(3)\n      INTEGER ID,NPAR,IE\n      LOGICAL DFLAG,IFLAG\n      CALL AKISPL(TIME,0,7,0,V,IE)\n      CALL AKISPL(TIME,0D0,7,0,RESULT(1),IE)\n      END\n",
		"broken.c", "int f(void) { return 1 }\n", "missing.c", "void nobody(void); void VARSUB(void) { nobody(); }\n",
		"mangled.cpp", "void VARSUB(int *) {}\n", "-odd name.c", "void VARSUB(void) {}\n")
	usersubIn(t, dir, "build", "old.c", "--", "-DSLOPE=3").Expect(t, 0, "gcc -shared -fPIC -O2", "-DSLOPE=3", "old.c -o old.so", "built old.so: SFOSUB (Force_Scalar_TwoBody)")
	usersubIn(t, dir, "build", "OLD.FOR", "--debug").Expect(t, 0, "gfortran -shared -fPIC -O0 -g -std=legacy -fdec -fmax-stack-var-size=16 -ffixed-line-length-none OLD.FOR -o OLD.so", "VFOSUB")
	o := usersubIn(t, dir, "build", "old.c", "new.cpp", "OLD.FOR", "-o", "all.so", "--", "-DSLOPE=3")
	o.Expect(t, 0, "gcc -c", "g++ -c", "gfortran -c", "gfortran -shared", "-lstdc++ -o all.so",
		"built all.so: SFOSUB (Force_Scalar_TwoBody), VARSUB (Reference_Variable), VFOSUB (Force_Vector_TwoBody)")
	usersubIn(t, dir, "build", "broken.c").Expect(t, 4, "broken.c:1", "gcc found errors")
	usersubIn(t, dir, "build", "missing.c").Expect(t, 4, "calls nobody, which no library defines", "was built, but it would not load")
	usersubIn(t, dir, "build", "mangled.cpp").Expect(t, 4, `declare it with DLLFUNC (extern "C")`)
	usersubIn(t, dir, "build", "none.c").Expect(t, 4, "none.c", "no such file")
	usersubIn(t, dir, "build", "--", "-odd name.c").Expect(t, 2, "the source is missing")
	usersubIn(t, dir, "build", "./-odd name.c", "-o", "odd name.so").Expect(t, 0, "'./-odd name.c'", "'odd name.so'", "VARSUB")
}

func TestUsersubBuildWithoutCompiler(t *testing.T) {
	dir := scratch(t, "a.f90", "end\n", "a.c", "int x;\n")
	for file, says := range map[string]string{
		"a.f90": "the Fortran compiler gfortran is not installed\n  hint: install the package gfortran, or name another compiler in FC",
		"a.c":   "the C compiler gcc is not installed",
	} {
		c := clitest.Command("usersub", "build", file)
		c.Dir = dir
		c.Env = []string{"PATH=" + dir, "HOME=" + dir}
		out, _ := c.CombinedOutput()
		if code := c.ProcessState.ExitCode(); code != 4 || !strings.Contains(string(out), says) {
			t.Errorf("code %d:\n%s", code, out)
		}
	}
}

// The folder of the headers is made once and mended when it was damaged.
func TestHeaders(t *testing.T) {
	files, sum, err := readEmbeddedFiles(sdk.Headers, "c/include")
	if err != nil || len(files) < 2 || files["msolve.h"] == nil {
		t.Fatal(err, files)
	}
	root := filepath.Join(t.TempDir(), "deep", "cache")
	dir, err := storeFilesInFolder(root, "include-"+sum, files)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "msolve.h"), []byte("junk"), 0o600); err != nil {
		t.Fatal(err)
	}
	again, err := storeFilesInFolder(root, "include-"+sum, files)
	if err != nil || again != dir || !folderHasFiles(dir, files) {
		t.Fatal(again, err)
	}
	if list, _ := os.ReadDir(root); len(list) != 1 {
		t.Errorf("%d folders in the cache", len(list))
	}
}

func TestShellWords(t *testing.T) {
	if got := shellQuote([]string{"gcc", "-I", "a b", "it's", ""}); got != `gcc -I 'a b' 'it'\''s' ''` {
		t.Error(got)
	}
}

func TestUsersubNewKeepsFiles(t *testing.T) {
	dir := scratch(t, "pfosub.csv", "mine\n")
	usersubIn(t, dir, "new", "PFOSUB", "--lang", "c").Expect(t, 1, "pfosub.csv exists already")
	if _, err := os.Stat(filepath.Join(dir, "pfosub.c")); err == nil {
		t.Error("half of the files were written")
	}
	usersubIn(t, dir, "new", "pfosub", "--lang", "go", "--dir", "a/b").Expect(t, 0, "wrote a/b/main.go", "wrote a/b/main_test.go", "go mod init")
}
