package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// platform is an operating system and a processor, as Go names them, and on Linux a library of C: "" is glibc's, "musl".
type platform struct{ os, arch, libc string }

func (p platform) String() string { return p.os + "/" + p.processorAndLibc() }

// processorAndLibc is the processor with the library of C, as files are named.
func (p platform) processorAndLibc() string {
	if p.libc != "" {
		return p.arch + "-" + p.libc
	}
	return p.arch
}

// muslLoaders are the programs that load programs where the library of C is musl's: the path is a part of a program.
var muslLoaders = map[string]string{"amd64": "/lib/ld-musl-x86_64.so.1"}

// executableName is the name of the program there.
func (p platform) executableName() string {
	if p.os == "windows" {
		return "trammel.exe"
	}
	return "trammel"
}

func hostPlatform() platform { return platform{os: runtime.GOOS, arch: runtime.GOARCH} }

// module path and tags of the build. The tag leaves out HTTP/2 for the server of the pages and for downloads, which do
// not need it: 0.4 MB.
const (
	ownModule = "github.com/trammel-mbd/trammel"
	buildTags = "nethttpomithttp2"
)

// compactPackages are compiled without inlining, which saves 2 MB: none of them is at work while a model is solved. Those of wazero and gpython
// compile modules and scripts when they are loaded.
var compactPackages = []string{
	"google.golang.org/...", "golang.org/x/net/...", "github.com/hashicorp/...", "github.com/spf13/...", "github.com/yuin/...",
	"github.com/andybalholm/brotli/...", "github.com/pelletier/...", "net", "net/http", "net/rpc", "crypto/tls", "crypto/x509", "encoding/gob", "text/template/...",
	"html/template", "go/...", "debug/...", "github.com/trammel-mbd/trammel/core/study",
	"github.com/trammel-mbd/trammel/core/deck/...", "github.com/trammel-mbd/trammel/core/flex", "github.com/trammel-mbd/trammel/cmd/trammel/page/...",
	"github.com/tetratelabs/wazero/internal/engine/wazevo/ssa", "github.com/tetratelabs/wazero/internal/engine/wazevo/frontend",
	"github.com/tetratelabs/wazero/internal/engine/wazevo/backend/...",
	"github.com/go-python/gpython/parser", "github.com/go-python/gpython/compile", "github.com/go-python/gpython/ast", "github.com/go-python/gpython/symtable",
}

// sourcesVariable names a folder of the repository; without it the current folder is in it.
const sourcesVariable = "TRAMMEL_SOURCES"

// runCommand runs a program and returns its standard output. dir "" is the current folder; env is added to the
// environment.
func runCommand(dir string, env []string, name string, args ...string) (string, error) {
	c := exec.Command(name, args...)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, errs.String())
	}
	return out.String(), nil
}

// cloneHead makes a clone of HEAD, so that the go command notes a commit and no changes, and takes the date of the commit.
func (r *release) cloneHead(dir string) error {
	top, err := runCommand(os.Getenv(sourcesVariable), nil, "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	commit, err := runCommand(os.Getenv(sourcesVariable), nil, "git", "rev-parse", "HEAD")
	if err != nil {
		return err
	}
	r.commit, r.source = strings.TrimSpace(commit), dir
	if _, err := runCommand("", nil, "git", "clone", "-q", "--shared", "--no-checkout", strings.TrimSpace(top), dir); err != nil {
		return err
	}
	if _, err := runCommand(dir, nil, "git", "-c", "advice.detachedHead=false", "checkout", "-q", r.commit); err != nil {
		return err
	}
	seconds := os.Getenv("SOURCE_DATE_EPOCH")
	if seconds == "" {
		if seconds, err = runCommand(dir, nil, "git", "log", "-1", "--format=%ct"); err != nil {
			return err
		}
	}
	n, err := strconv.ParseInt(strings.TrimSpace(seconds), 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	r.date = time.Unix(n, 0).UTC()
	return nil
}

// buildProgram links the program for p into a folder and returns its path.
func (r *release) buildProgram(p platform, dir string) (string, error) {
	program := filepath.Join(dir, p.executableName())
	fmt.Fprintf(os.Stderr, "build %s\n", p)
	link := "-s -w -X main.release=" + r.version
	if p.libc == "musl" {
		link += " -I " + muslLoaders[p.arch]
	}
	args := []string{"build", "-trimpath", "-buildvcs=true", "-tags", buildTags, "-ldflags", link}
	for _, packages := range compactPackages {
		args = append(args, "-gcflags="+packages+"=-l")
	}
	_, err := runCommand(r.source, []string{"CGO_ENABLED=0", "GOFLAGS=", "GOWORK=", "GOOS=" + p.os, "GOARCH=" + p.arch, "GOAMD64=v1"},
		"go", append(args, "-o", program, "./cmd/trammel")...)
	return program, err
}
