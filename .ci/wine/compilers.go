// Command compilers lets tests for Windows that run under Wine call the MinGW compilers and the go command of Linux.
//
//	compilers serve COMMAND ...   (on Linux) answers for as long as COMMAND runs, and ends with its status
//	gcc.exe, g++.exe, gfortran.exe, go.exe ARGUMENT ...   (under Wine) the same program under another name: asks the one above
//
// Wine starts programs of Linux but does not wait for them, so that a link to the compiler is not enough.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// port is the variable with the address where the server listens.
const port = "TRAMMEL_WINE_COMPILERS"

type request struct {
	Tool, Dir string
	Args      []string
	Env       []string // what the go command reads
}

type answer struct {
	Output, Errors string
	Code           int
}

func main() {
	if len(os.Args) > 2 && os.Args[1] == "serve" {
		os.Exit(serve(os.Args[2:]))
	}
	tool := strings.TrimSuffix(strings.ToLower(filepath.Base(strings.ReplaceAll(os.Args[0], `\`, "/"))), ".exe")
	dir, _ := os.Getwd()
	a, err := ask(request{tool, dir, os.Args[1:], goVariables()})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(a.Output)
	fmt.Fprint(os.Stderr, a.Errors)
	os.Exit(a.Code)
}

// goVariables are the variables of the environment that tests set for the go command.
func goVariables() (list []string) {
	for _, name := range []string{"GOOS", "GOARCH", "CGO_ENABLED", "GOWORK", "GOFLAGS"} {
		if v, ok := os.LookupEnv(name); ok {
			list = append(list, name+"="+local(v))
		}
	}
	return list
}

func ask(r request) (a answer, err error) {
	c, err := net.Dial("tcp", os.Getenv(port))
	if err != nil {
		return a, fmt.Errorf("there is no server of compilers (%s): %w", port, err)
	}
	defer c.Close()
	if err := json.NewEncoder(c).Encode(r); err != nil {
		return a, err
	}
	return a, json.NewDecoder(c).Decode(&a)
}

func serve(command []string) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go respond(c)
		}
	}()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), port+"="+l.Addr().String())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			return exit.ExitCode()
		}
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func respond(c net.Conn) {
	defer c.Close()
	var r request
	if json.NewDecoder(c).Decode(&r) != nil {
		return
	}
	args := make([]string, len(r.Args))
	for i, a := range r.Args {
		args[i] = local(a)
	}
	name := filepath.Base(r.Tool)
	if name != "go" {
		name = "x86_64-w64-mingw32-" + name
	}
	cmd := exec.Command(name, args...)
	cmd.Dir = local(r.Dir)
	cmd.Env = append(append(os.Environ(), "GOOS=windows", "CGO_ENABLED=0"), r.Env...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	a := answer{Output: out.String(), Errors: errs.String()}
	if err != nil {
		a.Code = max(cmd.ProcessState.ExitCode(), 1)
		if a.Output+a.Errors == "" {
			a.Errors = err.Error() + "\n"
		}
	}
	_ = json.NewEncoder(c).Encode(a)
	// Data that is not read when a connection closes resets it, and the answer may be lost.
	_, _ = io.Copy(io.Discard, c)
}

var drive = regexp.MustCompile(`^(-[A-Za-z]*)?([A-Za-z]):[\\/]`)

// local turns a path of Wine, alone or behind an option, into one of Linux.
func local(arg string) string {
	m := drive.FindStringSubmatch(arg)
	if m == nil {
		return strings.ReplaceAll(arg, `\`, "/")
	}
	rest := strings.ReplaceAll(arg[len(m[0]):], `\`, "/")
	if strings.EqualFold(m[2], "z") {
		return m[1] + "/" + rest
	}
	return m[1] + filepath.Join(os.Getenv("WINEPREFIX"), "drive_"+strings.ToLower(m[2]), rest)
}
