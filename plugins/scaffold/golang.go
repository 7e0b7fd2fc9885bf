package scaffold

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// module is the path of our module.
const module = "github.com/trammel-mbd/trammel"

// golang is a plugin with package sdk: a module of its own, which finds ours in its
// sources. The requirements and sums of our go.mod are taken over, so that it builds at
// once, also without a network; go mod tidy removes what it does not need.
var golang = language{
	name:    "go",
	prepare: goModule,
	files: map[string]string{
		"go.mod":       "template/go/go.mod.txt",
		"main.go":      "template/go/main.go.txt",
		"main_test.go": "template/go/main_test.go.txt",
	},
	more: goSums,
	next: []string{"go test .", "go build -o «.Name» .", "trammel plugin install ./«.Name»", "trammel run deck.xml"},
}

// goModule reads the part of our go.mod behind the name of the module.
func goModule(o *Options) error {
	if o.Sources == "" {
		return errors.New("a plugin in Go needs the sources of trammel: --sources DIR")
	}
	path := filepath.Join(o.Sources, "go.mod")
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	first, rest, _ := strings.Cut(string(b), "\n")
	if strings.TrimSpace(first) != "module "+module {
		return fmt.Errorf("%s is not that of %s", path, module)
	}
	o.Module = strings.TrimSpace(rest)
	return nil
}

func goSums(o *Options) ([]File, error) {
	b, err := os.ReadFile(filepath.Join(o.Sources, "go.sum"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return []File{{Path: "go.sum", Text: string(b)}}, err
}

// Sources looks for the sources of trammel in dir and the folders above it; "" if
// they are not there.
func Sources(dir string) string {
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
