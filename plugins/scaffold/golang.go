package scaffold

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// module is the path of the module of the solver, sdkModule that of the SDK, which plugins import.
const (
	module    = "github.com/trammel-mbd/trammel"
	sdkModule = module + "/sdk"
)

// golang is a plugin with package sdk: a module of its own, which requires that of the SDK. Where the sources of trammel
// are known, the SDK is taken from there; the sums of the SDK are taken over, so that it builds at once, also
// without a network. Otherwise it is the version of the SDK that was published with this program.
var golang = language{
	name:    "go",
	prepare: readSDKRequirements,
	files: map[string]string{
		"go.mod":       "template/go/go.mod.txt",
		"main.go":      "template/go/main.go.txt",
		"main_test.go": "template/go/main_test.go.txt",
	},
	more: readGoSums,
	next: []string{"«if not .Sources»go mod tidy && «end»go test .", "go build -o «.Name» .", "trammel plugin install ./«.Name»", "trammel run deck.xml"},
}

// imported matches the requirements of the SDK's go.mod that its packages without gRPC need.
var imported = regexp.MustCompile(`(?m)^\t((?:google\.golang\.org/protobuf|golang\.org/x/sys) v\S+)$`)

// readSDKRequirements reads which modules the SDK requires.
func readSDKRequirements(o *Options) error {
	if o.SDK == nil {
		return errors.New("the sources of the SDK are missing")
	}
	if o.Sources != "" {
		if _, err := os.Stat(filepath.Join(o.Sources, "sdk", "go.mod")); err != nil {
			return err
		}
	}
	b, err := fs.ReadFile(o.SDK, "go.mod")
	if err != nil {
		return err
	}
	for _, m := range imported.FindAllStringSubmatch(string(b), -1) {
		o.Module += "\nrequire " + m[1] + " // indirect\n"
	}
	return nil
}

func readGoSums(o *Options) ([]File, error) {
	if o.Sources == "" {
		return nil, nil // go mod tidy writes it
	}
	b, err := fs.ReadFile(o.SDK, "go.sum")
	return []File{{Path: "go.sum", Text: string(b)}}, err
}

// FindSources searches for the sources of trammel in dir and the folders above it; "" if
// they are not there.
func FindSources(dir string) string {
	for {
		if b, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
			if first, _, _ := strings.Cut(string(b), "\n"); strings.TrimSpace(first) == "module "+module {
				return dir
			}
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}
