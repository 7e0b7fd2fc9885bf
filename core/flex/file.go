package flex

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// ReadFile reads data of a body by the suffix of its name. units is for forms that have none, "" where none are given.
func ReadFile(path, units string) (*Data, error) {
	suffix := strings.ToLower(filepath.Ext(path))
	var u Units
	switch suffix {
	case ".json":
		if units != "" {
			return nil, &FileError{File: path, Message: "this form has its units in the key \"units\": leave --units out"}
		}
	case ".sid_fem", ".mtx":
		if units == "" {
			return nil, &FileError{File: path, Message: "this form has no units: --units is needed, " + UnitsHelp}
		}
		var err error
		if u, err = ParseUnits(units); err != nil {
			return nil, err
		}
	case ".mnf", ".h3d":
		return nil, newClosedFormatError(path, suffix)
	default:
		return nil, &FileError{File: path, Message: fmt.Sprintf("files of flexible bodies are %s, not %q", dataSuffixes, suffix)}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	switch suffix {
	case ".json":
		return ReadJSON(path, text)
	case ".mtx":
		return ReadAdams(path, text, u)
	}
	return ReadSID(path, text, u)
}

// dataSuffixes are those that ReadFile reads.
const dataSuffixes = ".json, .SID_FEM and .mtx"

// newClosedFormatError returns the error for a closed format, with the way around it.
func newClosedFormatError(path, suffix string) error {
	way := "mnf2mtx of Adams writes an .mtx from it, which is read"
	if suffix == ".h3d" {
		way = "flexprep of MotionView writes an .mtx from it, which is read: flexprep x.h3d x.mtx"
	}
	return &FileError{File: path, Message: fmt.Sprintf("%s is a binary format that no document describes; %s. Finite-element matrices (CalculiX, Abaqus, Nastran) are reduced by trammel flex reduce", suffix, way)}
}
