// Command release makes the files of a release: archives for five platforms and for Linux with musl, with shell completions and man pages, a
// package for Debian, wheels for Python with the program inside, a formula for Homebrew, a manifest for Scoop, the licences of all modules, a bill of materials
// (CycloneDX) for each program, and checksums.
//
//	release VERSION [OUT] [--base URL] [--platforms LIST] [--skip-checks]
//	release wheel [--platform NAME] [--out FOLDER] [--tool PROGRAM]
//
// The second form makes a wheel of the sources as they are.
//
// It builds what HEAD of the repository holds, in a clone of its own, so changes that are not committed do not get in.
// All times in the files are that of the commit (SOURCE_DATE_EPOCH overrules it): two runs write the same bytes.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// platforms lists the systems that a release has programs for.
var platforms = []platform{
	{"linux", "amd64", ""}, {"linux", "amd64", "musl"}, {"linux", "arm64", ""}, {"windows", "amd64", ""}, {"darwin", "arm64", ""}, {"darwin", "amd64", ""},
}

// downloads is where the files of a version are expected to be; VERSION is replaced by the version.
const downloads = "https://github.com/trammel-mbd/trammel/releases/download/vVERSION"

// release is what one run makes.
type release struct {
	version string
	base    string    // address of the folder that the files will lie in
	out     string    // folder that they are written to
	source  string    // clone of the repository
	commit  string    // of HEAD, hexadecimal
	date    time.Time // of all files
	targets []platform
	checks  bool              // of size and time to start
	written map[string]string // SHA-256 of the files by their names
}

func main() {
	if err := runReleaseCommand(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// runReleaseCommand reads the command line and makes a release.
func runReleaseCommand(args []string) error {
	if len(args) > 0 && args[0] == "wheel" {
		return runWheelCommand(args[1:])
	}
	r, err := parseCommandLine(args)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o777); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp("", "trammel-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	if err := r.cloneHead(filepath.Join(temporary, "source")); err != nil {
		return err
	}
	return r.buildAndPackAll(temporary)
}

// parseCommandLine reads the command line. Flags may follow the other arguments.
func parseCommandLine(args []string) (*release, error) {
	r := &release{targets: platforms, written: map[string]string{}}
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	base := flags.String("base", downloads, "address of the folder that the files will lie in; VERSION in it is replaced by the version")
	list := flags.String("platforms", "", "platforms to build, such as linux/amd64,darwin/arm64 (default all)")
	skip := flags.Bool("skip-checks", false, "do not check the size of the programs and their time to start")
	var plain []string
	for len(args) > 0 {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		if args = flags.Args(); len(args) > 0 {
			plain, args = append(plain, args[0]), args[1:]
		}
	}
	if len(plain) == 0 || len(plain) > 2 {
		return nil, fmt.Errorf("usage: release VERSION [OUT] [--base URL] [--platforms LIST] [--skip-checks]")
	}
	r.version = strings.TrimPrefix(plain[0], "v")
	if !semantic.MatchString(r.version) {
		return nil, fmt.Errorf("%q is not a semantic version, such as 1.2.3 or 1.2.3-rc.1", plain[0])
	}
	out := "dist"
	if len(plain) == 2 {
		out = plain[1]
	}
	var err error
	if r.out, err = filepath.Abs(out); err != nil {
		return nil, err
	}
	r.base = strings.TrimSuffix(strings.ReplaceAll(*base, "VERSION", r.version), "/")
	r.checks = !*skip
	if *list != "" {
		r.targets, err = parsePlatforms(strings.Split(*list, ","))
	}
	return r, err
}

var semantic = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

// parsePlatforms returns the platforms of those names.
func parsePlatforms(names []string) (list []platform, err error) {
	for _, name := range names {
		found := false
		for _, p := range platforms {
			if p.String() == name {
				list, found = append(list, p), true
			}
		}
		if !found {
			return nil, fmt.Errorf("there is no platform %q: there are %v", name, platforms)
		}
	}
	return list, nil
}

// buildAndPackAll builds all programs and writes all files.
func (r *release) buildAndPackAll(temporary string) error {
	own, err := r.buildProgram(hostPlatform(), filepath.Join(temporary, "host"))
	if err != nil {
		return err
	}
	if r.checks {
		if err := checkStartupTime(own, temporary); err != nil {
			return err
		}
	}
	common, err := r.collectCommonFiles(own, temporary)
	if err != nil {
		return err
	}
	built := map[platform]string{}
	modules := map[string]module{}
	for _, p := range r.targets {
		program, err := r.buildProgram(p, filepath.Join(temporary, p.os+"-"+p.processorAndLibc()))
		if err != nil {
			return err
		}
		if err := checkProgramSize(program, p, r.checks); err != nil {
			return err
		}
		built[p] = program
		if err := addModulesOfProgram(modules, program); err != nil {
			return err
		}
	}
	licences, err := r.collectLicences(modules)
	if err != nil {
		return err
	}
	common = append(common, file{name: "THIRD-PARTY-LICENCES.txt", data: licences})
	for _, p := range r.targets {
		if err := r.packPlatform(p, built[p], common); err != nil {
			return err
		}
	}
	if p := hostPlatform(); r.checks && built[p] != "" {
		if err := r.testWheel(p, temporary); err != nil {
			return err
		}
	}
	return r.writePackageManifestsAndChecksums()
}
