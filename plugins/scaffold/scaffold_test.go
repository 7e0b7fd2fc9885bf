package scaffold_test

import (
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/plugins/scaffold"
)

func options() scaffold.Options {
	return scaffold.Options{Name: "bead", Vendor: "acme", Sources: filepath.Join("..", ".."), Release: "1.2.3", SDK: os.DirFS("../../sdk")}
}

func TestEveryLanguage(t *testing.T) {
	for _, lang := range scaffold.LanguageNames() {
		files, next, err := scaffold.NewPluginFiles(lang, options())
		if err != nil || len(next) == 0 {
			t.Fatalf("%s: %v, %v", lang, next, err)
		}
		has := map[string]string{}
		for _, f := range files {
			has[f.Path] = f.Text
			if strings.ContainsAny(f.Text, "«»") {
				t.Errorf("%s: %s is not filled in", lang, f.Path)
			}
			if formatted, err := format.Source([]byte(f.Text)); strings.HasSuffix(f.Path, ".go") && (err != nil || string(formatted) != f.Text) {
				t.Errorf("%s: %s is not as gofmt writes it: %v", lang, f.Path, err)
			}
		}
		if !strings.Contains(has["deck.xml"], `usrsub_plugin_name="acme/bead"`) || !strings.Contains(has["README.md"], next[len(next)-1]) {
			t.Errorf("%s: deck or README lacks the plugin: %v", lang, has)
		}
	}
}

func TestRefused(t *testing.T) {
	for says, change := range map[string]func(o *scaffold.Options){
		"is not a name of a plugin":           func(o *scaffold.Options) { o.Name = "../bead" },
		"is not a name of a vendor":           func(o *scaffold.Options) { o.Vendor = "" },
		"go.mod: ":                            func(o *scaffold.Options) { o.Sources = t.TempDir() },
		filepath.Join("sdk", "go.mod") + ": ": func(o *scaffold.Options) { o.Sources = other(t) },
	} {
		o := options()
		change(&o)
		if _, _, err := scaffold.NewPluginFiles("go", o); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want %q", err, says)
		}
	}
	o := options()
	o.SDK = nil
	if _, _, err := scaffold.NewPluginFiles("go", o); err == nil || !strings.Contains(err.Error(), "the sources of the SDK are missing") {
		t.Error(err)
	}
	if _, _, err := scaffold.NewPluginFiles("c", o); err == nil || !strings.Contains(err.Error(), "the sources of the SDK are missing") {
		t.Error(err)
	}
	if _, _, err := scaffold.NewPluginFiles("cobol", options()); err == nil || !strings.Contains(err.Error(), "there are go") {
		t.Error(err)
	}
}

// Where the sources are not there, a plugin in Go requires the published SDK.
func TestPublishedSDK(t *testing.T) {
	o := options()
	for sources, want := range map[string]bool{"": false, o.Sources: true} {
		o.Sources = sources
		files, next, err := scaffold.NewPluginFiles("go", o)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if f.Path == "go.mod" && (!strings.Contains(f.Text, "require github.com/trammel-mbd/trammel/sdk v1.2.3\n") ||
				strings.Contains(f.Text, "replace") != want || strings.Count(f.Text, "require") > 8) {
				t.Errorf("sources %q: %s", sources, f.Text)
			}
		}
		if strings.HasPrefix(next[0], "go mod tidy") == want {
			t.Errorf("sources %q: %v", sources, next)
		}
	}
}

// other is the folder of another module.
func other(t *testing.T) string {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/other\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := scaffold.FindSources(dir); got != "" {
		t.Errorf("sources in %s", got)
	}
	return dir
}
