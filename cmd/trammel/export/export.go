// Package export writes results in formats of other programs, and reads result files of Adams.
package export

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/result"
)

// Source is what is exported: results, and the scene of their model, nil if there is none.
type Source struct {
	*result.Reader
	Scene *result.Scene
	// Labels requests labels of elements in the names of columns where the format has names of columns.
	Labels bool
	// Path is the file that is written: further files of a format go beside it.
	Path string
	// Temporary is a file that Close removes, "" for none.
	Temporary string
}

// Close closes the results.
func (s *Source) Close() error {
	err := s.Reader.Close()
	if s.Temporary != "" {
		err = errors.Join(err, os.Remove(s.Temporary))
	}
	return err
}

// Format is a format of files.
type Format struct {
	Doc string
	// New returns a writer of the format into w. What it needs besides columns and rows it takes from the source.
	New func(w io.Writer, s *Source) (result.AnalysisWriter, error)
}

// Formats are the formats by the suffixes of their files. Each adds itself in its own file.
var Formats = map[string]Format{}

// FormatSuffixes lists the suffixes of the formats.
func FormatSuffixes() []string { return slices.Sorted(maps.Keys(Formats)) }

// FormatBySuffix returns the format of a file by its suffix.
func FormatBySuffix(name string) (Format, error) {
	f, ok := Formats[strings.ToLower(filepath.Ext(name))]
	if !ok {
		return f, fmt.Errorf("%s: the format is that of the suffix, which is one of %s", name, strings.Join(FormatSuffixes(), ", "))
	}
	return f, nil
}

// rowsPerChunk is how many rows are read at a time, by the number of columns.
func rowsPerChunk(columns int) int { return max(1, min(4096, (1<<20)/(1+columns))) }

// CopyRows writes all rows of a source.
func CopyRows(w result.AnalysisWriter, s *Source) error {
	if err := w.WriteColumns(s.Columns); err != nil {
		return err
	}
	index := make([]int, len(s.Columns))
	for i := range index {
		index[i] = i
	}
	n := rowsPerChunk(len(index))
	times, values := make([]float64, n), make([]float64, n*len(index))
	for _, a := range s.Analyses {
		if err := w.BeginAnalysis(a); err != nil {
			return err
		}
		for first := a.First; first < a.First+a.Rows; first += n {
			m := min(n, a.First+a.Rows-first)
			if err := s.ReadTimesFrom(times[:m], first); err != nil {
				return err
			}
			if err := s.ReadRowsFrom(values[:m*len(index)], index, first); err != nil {
				return err
			}
			for r := range m {
				if err := w.WriteRow(times[r], values[r*len(index):(r+1)*len(index)]); err != nil {
					return err
				}
			}
		}
	}
	return w.FinishWriting()
}
