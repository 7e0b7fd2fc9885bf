package flex

import (
	"fmt"
	"path/filepath"
	"strings"
)

// ReadMesh reads a finite-element model from files, whose suffixes say what they are.
func ReadMesh(files []string, u Units, read ReadText) (*Mesh, error) {
	by := map[string][]string{}
	var nastran []string
	for _, f := range files {
		suffix := strings.ToLower(filepath.Ext(f))
		switch suffix {
		case ".inp", ".sti", ".mas", ".dof", ".mtx":
			by[suffix] = append(by[suffix], f)
		case ".pch", ".bdf", ".dat", ".nas", ".asm":
			nastran = append(nastran, f)
		case ".mnf", ".h3d":
			return nil, newClosedFormatError(f, suffix)
		default:
			return nil, fmt.Errorf("%s: %q is no suffix of a mesh; it is one of %s", f, suffix, meshSuffixes)
		}
	}
	switch abaqus := by[".mtx"]; {
	case nastran != nil && len(by) > 0:
		return nil, fmt.Errorf("%s: files of Nastran are read without those of other programs", nastran[0])
	case nastran != nil:
		return ReadNastran(nastran, u, read)
	case abaqus != nil:
		if len(by[".inp"]) > 1 || len(by) > 2 || len(by) == 2 && by[".inp"] == nil {
			return nil, fmt.Errorf("%s: beside matrices of Abaqus there is one input file (.inp) with the nodes, and nothing else", abaqus[0])
		}
		return ReadAbaqus(abaqus, strings.Join(by[".inp"], ""), u, read)
	}
	return readCalculiXFiles(by, u, read)
}

// meshSuffixes are those that ReadMesh reads.
const meshSuffixes = ".inp, .sti, .mas and .dof (CalculiX), .mtx with .inp (Abaqus), .pch and .bdf, .dat, .nas, .asm (Nastran)"
