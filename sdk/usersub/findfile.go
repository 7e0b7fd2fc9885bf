package usersub

import (
	"os"
	"path/filepath"
	"strings"
)

// FindFile returns the file that a name in a deck means, relative to a folder; "" if there is none. A name that leads to no file as it is
// written is read in other ways, which other reports: with the separators of Windows; without regard to the case of letters, if one
// file alone fits; an absolute name, such as C:\work\road.rdf, by its last parts (work/road.rdf, road.rdf) below the folder.
func FindFile(folder, name string) (path string, otherSpelling bool) {
	path = name
	if !filepath.IsAbs(name) {
		path = filepath.Join(folder, name)
	}
	if name == "" {
		return "", false
	}
	if isFile(path) {
		return path, false
	}
	plain := strings.ReplaceAll(name, `\`, "/")
	if !IsAbsolutePath(name) {
		return findAnyCase(folder, plain), true
	}
	if filepath.IsAbs(plain) {
		if path = findAnyCase(string(filepath.Separator), plain); path != "" && filepath.VolumeName(plain) == "" {
			return path, true
		}
	}
	parts := strings.FieldsFunc(plain, func(r rune) bool { return r == '/' })
	for i := range parts {
		if i == 0 && strings.HasSuffix(parts[0], ":") {
			continue
		}
		if path = findAnyCase(folder, strings.Join(parts[i:], "/")); path != "" {
			return path, true
		}
	}
	return "", false
}

// IsAbsolutePath reports whether a name is that of a file from the root, on this system or on Windows.
func IsAbsolutePath(name string) bool {
	drive := len(name) > 2 && name[1] == ':' && (name[2] == '\\' || name[2] == '/') && (name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z')
	return filepath.IsAbs(name) || drive || strings.HasPrefix(name, `\\`)
}

func isFile(path string) bool {
	st, err := os.Stat(path)
	return err == nil && !st.IsDir()
}

// findAnyCase finds a file below a folder by its name whatever the case of its letters, "" if none or several have it.
func findAnyCase(dir, name string) string {
	if dir == "" {
		dir = "."
	}
	for part := range strings.SplitSeq(name, "/") {
		switch part {
		case "", ".":
			continue
		case "..":
			dir = filepath.Join(dir, part)
			continue
		}
		next := filepath.Join(dir, part)
		if _, err := os.Lstat(next); err != nil {
			if next = findEntryAnyCase(dir, part); next == "" {
				return ""
			}
		}
		dir = next
	}
	if !isFile(dir) {
		return ""
	}
	return dir
}

// findEntryAnyCase returns the only entry of a folder with this name in any case.
func findEntryAnyCase(dir, name string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return ""
	}
	found := ""
	for _, e := range entries {
		if !strings.EqualFold(e.Name(), name) {
			continue
		}
		if found != "" {
			return ""
		}
		found = filepath.Join(dir, e.Name())
	}
	return found
}
