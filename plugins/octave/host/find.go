package host

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"github.com/trammel-mbd/trammel/sdk"
)

// Variable is the environment variable that names the program of Octave.
const Variable = "TRAMMEL_OCTAVE"

// octaveProgram is an installed Octave.
type octaveProgram struct {
	path  string
	about string // "GNU Octave 7.3.0 (/usr/bin/octave-cli)"
}

// findOctave searches for Octave: the program that TRAMMEL_OCTAVE names, otherwise
// octave-cli and octave of PATH.
func findOctave() (*octaveProgram, error) {
	if runtime.GOOS == "windows" {
		return nil, &sdk.MissingFunctionError{Reason: "functions of .m files cannot be called on Windows yet: pipes to Octave are not supported there"}
	}
	names := []string{"octave-cli", "octave"}
	where := "in the folders of PATH: " + os.Getenv("PATH")
	if named := os.Getenv(Variable); named != "" {
		names, where = []string{named}, "("+Variable+")"
	}
	var searched []string
	for _, name := range names {
		path, err := exec.LookPath(name)
		if err != nil {
			searched = append(searched, name+" "+where)
			continue
		}
		out, err := exec.Command(path, "--version").Output()
		line, _, _ := strings.Cut(string(out), "\n")
		_, version, ok := strings.Cut(line, "Octave, version ")
		if err != nil || !ok {
			searched = append(searched, fmt.Sprintf("%s: it is not Octave (it prints %[2]q for --version)", path, line))
			continue
		}
		return &octaveProgram{path, fmt.Sprintf("GNU Octave %s (%s)", strings.TrimSpace(version), path)}, nil
	}
	return nil, &sdk.MissingFunctionError{
		Reason:   "GNU Octave, which runs functions of .m files, was not found",
		Searched: searched,
		Hint:     "install Octave (Debian and Ubuntu: apt install octave), or name its program in " + Variable + "; MATLAB itself cannot be used"}
}
