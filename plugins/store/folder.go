// Package store keeps installed plugins: the folders that they lie in, and beside
// each program what is known of it (plugin.json).
//
//	FOLDER/acme/bead@1.2.0/bead          the program
//	FOLDER/acme/bead@1.2.0/plugin.json   the manifest
//
// Versions of a plugin lie side by side. One whose version is not a name of a folder ("" or "of today") lies in
// acme/bead and is found by that name only.
package store

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
)

// PathVariable is the environment variable that lists folders of plugins.
const PathVariable = "TRAMMEL_PLUGIN_PATH"

// Scope reports for whom the plugins of a folder are.
type Scope string

const (
	Deck    Scope = "deck"    // the folder plugins beside the deck
	Project Scope = "project" // .trammel/plugins in the deck's folder or the nearest one above it
	User    Scope = "user"    // that of the user, for all decks
	Path    Scope = "path"    // one of TRAMMEL_PLUGIN_PATH
	Other   Scope = "other"   // named on the command line
)

// Folder is a folder of installed plugins. It need not exist.
type Folder struct {
	Path  string
	Scope Scope
}

// SearchFolders lists the folders in which a deck's plugins are searched for, in order. deckFolder
// is the folder of the deck.
func SearchFolders(deckFolder string) []Folder {
	deckFolder, err := filepath.Abs(deckFolder)
	if err != nil {
		return nil
	}
	list := []Folder{{filepath.Join(deckFolder, "plugins"), Deck}}
	if p := FindProjectFolder(deckFolder); p != "" {
		list = append(list, Folder{p, Project})
	}
	if p, err := UserFolder(); err == nil {
		list = append(list, Folder{p, User})
	}
	for _, p := range filepath.SplitList(os.Getenv(PathVariable)) {
		if p, err := filepath.Abs(p); err == nil {
			list = append(list, Folder{p, Path})
		}
	}
	return list
}

// projectFolder is what marks the folder of a project.
const projectFolder = ".trammel/plugins"

// FindProjectFolder returns the .trammel/plugins that is in dir or the nearest folder
// above it, "" if there is none.
func FindProjectFolder(dir string) string {
	for {
		path := filepath.Join(dir, filepath.FromSlash(projectFolder))
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return path
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// ChooseProjectFolder returns where a project gets its plugins: the folder that it has, else
// one in dir, which is not made yet.
func ChooseProjectFolder(dir string) string {
	if path := FindProjectFolder(dir); path != "" {
		return path
	}
	return filepath.Join(dir, filepath.FromSlash(projectFolder))
}

// UserFolder returns the folder of the user's plugins: trammel/plugins in
// XDG_DATA_HOME, else in ~/.local/share, on macOS in ~/Library/Application Support,
// on Windows in LocalAppData.
func UserFolder() (string, error) {
	data := os.Getenv("XDG_DATA_HOME")
	if data == "" && runtime.GOOS == "windows" {
		data = os.Getenv("LocalAppData")
	}
	if data == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		data = filepath.Join(home, ".local", "share")
		if runtime.GOOS == "darwin" {
			data = filepath.Join(home, "Library", "Application Support")
		}
	}
	if !filepath.IsAbs(data) {
		return "", errors.New("the folder of the user's data is not absolute: " + data)
	}
	return filepath.Join(data, "trammel", "plugins"), nil
}
