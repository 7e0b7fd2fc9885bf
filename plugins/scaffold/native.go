package scaffold

import (
	"errors"
	"io/fs"
	"path"
)

// next are the commands that lead to a first run where two scripts test and build.
var next = []string{"sh test.sh", "sh build.sh", "trammel plugin install ./«.Name»", "trammel run deck.xml"}

// nativeTemplates lists the templates of a folder, each with its own name, beside which the SDK lies in the folder trammel.
func nativeTemplates(folder string, names ...string) map[string]string {
	files := map[string]string{}
	for _, name := range append(names, "build.sh", "test.sh") {
		files[name] = "template/" + folder + "/" + name
	}
	return files
}

// Plugins in C, C++, Fortran and Rust: the routine, its table, and the sources of sdk/c. One in Python: the script and the
// package of sdk/python, which become one program.
var (
	c       = language{name: "c", files: nativeTemplates("c", "spring.c", "plugin.c", "test.c"), more: copySDKFolder("c"), next: next}
	cpp     = language{name: "cpp", files: nativeTemplates("cpp", "spring.cpp", "plugin.cpp", "test.cpp"), more: copySDKFolder("c"), next: next}
	fortran = language{name: "fortran", files: nativeTemplates("fortran", "spring.f90", "plugin.c", "test.f90"), more: copySDKFolder("c"), next: next}
	rust    = language{name: "rust", files: nativeTemplates("rust", "spring.rs", "plugin.c", "test.rs"), more: copySDKFolder("c"), next: next}
	python  = language{name: "python", files: nativeTemplates("python", "spring.py", "test.py"), more: copySDKFolder("python/trammel"), next: next}
)

// copySDKFolder copies a folder of the SDK into the folder trammel.
func copySDKFolder(folder string) func(o *Options) ([]File, error) {
	return func(o *Options) (files []File, err error) {
		if o.SDK == nil {
			return nil, errors.New("the sources of the SDK are missing")
		}
		err = fs.WalkDir(o.SDK, folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			switch path.Ext(name) {
			case ".c", ".h", ".py":
				b, err := fs.ReadFile(o.SDK, name)
				if err != nil {
					return err
				}
				files = append(files, File{Path: "trammel" + name[len(folder):], Text: string(b)})
			}
			return nil
		})
		return files, err
	}
}
