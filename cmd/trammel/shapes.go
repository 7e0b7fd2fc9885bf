package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/trammel-mbd/trammel/core/deck"
)

// shapeFlags say what is to be done about shapes in files of CAD systems, which are not read.
type shapeFlags struct {
	table           string            // path of a table
	meshes          map[string]string // as it was read: see deck.Model.MeshOf
	withoutContacts bool
}

func (f *shapeFlags) registerFlags(set *pflag.FlagSet) {
	set.StringVar(&f.table, "shapes", "", "`FILE` with a mesh (.stl, .obj) for each shape of a CAD file: lines of two columns, the file, file:solid or id of the graphic, and the path of the mesh")
	set.BoolVar(&f.withoutContacts, "without-contacts", false, "leave contacts out of the model, with a warning: for decks whose shapes are in files of CAD systems")
}

// applyToModel changes a model that was read and not yet built.
func (f *shapeFlags) applyToModel(m *deck.Model) {
	m.Meshes = f.meshes
	if f.withoutContacts {
		f.removeContacts(m)
	}
}

// readMeshTable reads the table, whose paths are relative to its folder.
func (f *shapeFlags) readMeshTable() (err error) {
	if f.table != "" {
		f.meshes, err = readMeshTable(f.table)
	}
	return err
}

func (f *shapeFlags) removeContacts(m *deck.Model) {
	removed := m.RemoveKind("Force_Contact")
	if len(removed) == 0 {
		return
	}
	var names []string
	for _, e := range removed[:min(len(removed), 8)] {
		names = append(names, e.KindIDLabel())
	}
	if more := len(removed) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d others", more))
	}
	m.Diags.AddWarningf(removed[0].Span, "W234", "the model runs without its contacts (--without-contacts): %s", strings.Join(names, ", "))
}

// readMeshTable returns the paths of meshes by shapes, in small letters.
func readMeshTable(path string) (map[string]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("--shapes: %w", err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.FieldsPerRecord, r.TrimLeadingSpace, r.Comment = 2, true, '#'
	meshes := map[string]string{}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return meshes, nil
		}
		if err != nil {
			return nil, fmt.Errorf("--shapes: %s: %w; a line is: body.x_t:SOLID1, body.stl", path, err)
		}
		mesh := strings.TrimSpace(row[1])
		if !filepath.IsAbs(mesh) {
			mesh = filepath.Join(filepath.Dir(path), mesh)
		}
		if _, err := os.Stat(mesh); err != nil {
			return nil, fmt.Errorf("--shapes: %s: the mesh of %s: %w", path, row[0], err)
		}
		meshes[strings.ToLower(strings.TrimSpace(row[0]))] = mesh
	}
}
