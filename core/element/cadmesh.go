package element

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/usersub"
)

// cadFormats are files of CAD systems, which decks of Adams View name for what touches, by their suffixes. None is read.
var cadFormats = map[string]string{
	".x_t": "Parasolid", ".x_b": "Parasolid", ".xmt_txt": "Parasolid", ".xmt_bin": "Parasolid", ".xmt": "Parasolid",
	".step": "STEP", ".stp": "STEP", ".igs": "IGES", ".iges": "IGES", ".sat": "ACIS", ".sab": "ACIS", ".catpart": "CATIA", ".sldprt": "SolidWorks", ".prt": "CAD",
}

// findMeshFile returns the path of the mesh of a TriaMesh: the file that it names or, for a file of a CAD system, the mesh beside it or beside
// the deck that has its name, with a hyphen and the solid or without.
func findMeshFile(m *deck.Model, e *deck.Element) (path string, fault *meshError) {
	solid := strings.TrimSpace(e.Str("solid"))
	if mesh := m.MeshFilePath(e.ID(), e.Str("file_name"), solid); mesh != "" {
		return mesh, nil
	}
	path, _ = e.FilePath("file_name")
	base := path[strings.LastIndexAny(path, `/\`)+1:]
	ext := filepath.Ext(base)
	format := cadFormats[strings.ToLower(ext)]
	if format == "" {
		return path, nil
	}
	base = strings.TrimSuffix(base, ext)
	names := []string{base}
	if solid != "" {
		names = []string{base + "-" + solid, base}
	}
	for _, name := range names {
		for _, ext := range []string{".stl", ".obj"} {
			for _, dir := range []string{filepath.Dir(path), m.Dir} {
				if found, _ := usersub.FindFile(dir, name+ext); found != "" {
					e.AddNoteOfOtherFile("file_name", found)
					return found, nil
				}
			}
		}
	}
	return "", &meshError{"file_name", fmt.Sprintf("%s is a %s file, which is not read%s: export the shape, in the unit of length of the deck and the axes of its marker, "+
		"to %s.stl or %s.obj beside the deck%s, name a mesh in the file of --shapes, or run the rest of the model with --without-contacts",
		base+ext, format, describeContactsOf(m, e), names[0], names[0], alternativeMeshFileHint(names))}
}

// alternativeMeshFileHint mentions, in a message, the name of a file that holds one solid.
func alternativeMeshFileHint(meshNames []string) string {
	if len(meshNames) < 2 {
		return ""
	}
	return " (or to " + meshNames[1] + ".stl if the file holds one solid)"
}

// describeContactsOf lists, for a message, the contacts that a graphic is in; "" without any.
func describeContactsOf(m *deck.Model, graphic *deck.Element) string {
	var list []string
	for _, c := range m.ElementsOfKind(contactKind) {
		if slices.Contains(c.Refs("i_graphics_id"), graphic.ID()) || slices.Contains(c.Refs("j_graphics_id"), graphic.ID()) {
			list = append(list, strconv.Itoa(c.ID()))
		}
	}
	if len(list) == 0 {
		return ""
	}
	const most = 6
	if more := len(list) - most; more > 1 {
		list = append(list[:most], fmt.Sprintf("%d others", more))
	}
	return ", and Force_Contact " + strings.Join(list, ", ") + " needs it"
}
