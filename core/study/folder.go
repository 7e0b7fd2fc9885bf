package study

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Names in the folder of a study.
const (
	StudyFile    = "study.toml" // a copy of the study file
	OriginFile   = "study.json" // where the study comes from
	PlanFile     = "plan.jsonl" // the runs
	StopFile     = "stopped.json"
	JobFile      = "job.json" // of an engine that submits jobs
	ResultsCSV   = "results.csv"
	ResultsTable = "results.parquet"
	claimFolder  = "claims"
	partFolder   = "parts"
	LogFolder    = "logs"
)

// formatVersion is that of the files of a study.
const formatVersion = 1

// Origin is where a study comes from. It is written once.
type Origin struct {
	Format     int      `json:"format"`
	Program    string   `json:"program"` // that made the plan
	Began      string   `json:"began"`
	Deck       string   `json:"deck"` // absolute path
	DeckSHA256 string   `json:"deck_sha256"`
	Commands   string   `json:"commands,omitempty"` // absolute path
	CommandSum string   `json:"commands_sha256,omitempty"`
	File       string   `json:"study_file"` // absolute path
	FileSHA256 string   `json:"study_sha256"`
	PlanSHA256 string   `json:"plan_sha256"`
	Seed       uint64   `json:"seed"`
	Runs       int      `json:"runs"`
	Chunk      int      `json:"chunk"` // runs that a worker claims at once
	Parameters []string `json:"parameters"`
	Responses  []string `json:"responses"`
}

// Folder is the folder of a study.
type Folder struct {
	Dir    string // absolute
	Study  *Study
	Origin *Origin
}

// chunkCount is the number of parts into which a plan is divided for workers.
func (f *Folder) chunkCount() int { return (f.Origin.Runs + f.Origin.Chunk - 1) / f.Origin.Chunk }

// chunkSize is the number of runs of a chunk. There are up to a thousand chunks: a claim costs little beside the runs, and a directory of claims can be listed.
func chunkSize(runs int) int { return max(1, (runs+999)/1000) }

// DefaultFolderPath is the folder of a study file.
func DefaultFolderPath(file string) string {
	return strings.TrimSuffix(file, filepath.Ext(file)) + ".study"
}

// IsStudyFolder reports whether a folder is that of a study.
func IsStudyFolder(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, OriginFile))
	return err == nil
}

// CreateFolder makes the folder of a study with its plan. Nothing is there until all is.
func CreateFolder(dir string, s *Study, program string) (f *Folder, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return nil, fmt.Errorf("the folder %s is not empty", dir)
	}
	file, err := filepath.Abs(s.Source.Name)
	if err != nil {
		return nil, err
	}
	o := &Origin{Format: formatVersion, Program: program, Began: time.Now().Format(time.RFC3339), File: file, FileSHA256: hashText(s.Source.Text), Seed: s.Seed}
	if o.Deck, o.DeckSHA256, err = s.pathAndHash(s.Deck); err == nil && s.Commands != "" {
		o.Commands, o.CommandSum, err = s.pathAndHash(s.Commands)
	}
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return nil, err
	}
	draft := fmt.Sprintf("%s.new-%d", dir, os.Getpid())
	if err := os.Mkdir(draft, 0o777); err != nil {
		return nil, err
	}
	defer os.RemoveAll(draft)
	f = &Folder{Dir: draft, Study: s, Origin: o}
	if err := f.writeInitialFiles(filepath.Dir(file)); err != nil {
		return nil, err
	}
	_ = os.Remove(dir) // an empty one
	if err := os.Rename(draft, dir); err != nil {
		return nil, err
	}
	f.Dir = dir
	return f, nil
}

// writeInitialFiles writes what a study begins with. base is the folder of the study file.
func (f *Folder) writeInitialFiles(base string) error {
	for _, name := range []string{claimFolder, partFolder, LogFolder} {
		if err := os.Mkdir(f.Path(name), 0o777); err != nil {
			return err
		}
	}
	if err := f.writePlan(base); err != nil {
		return err
	}
	for _, p := range f.Study.Parameters {
		f.Origin.Parameters = append(f.Origin.Parameters, p.Name)
	}
	for _, r := range f.Study.Responses {
		f.Origin.Responses = append(f.Origin.Responses, r.Name)
	}
	if err := os.WriteFile(f.Path(StudyFile), f.Study.Source.Text, 0o666); err != nil {
		return err
	}
	return writeJSONAtomically(f.Path(OriginFile), f.Origin)
}

// ResolveInputPath returns the path of a file that the study file names.
func (s *Study) ResolveInputPath(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(s.Source.Name), name)
}

// pathAndHash returns the absolute path and the SHA-256 of a file that the study file names.
func (s *Study) pathAndHash(name string) (path, sum string, err error) {
	if path, err = filepath.Abs(s.ResolveInputPath(name)); err != nil {
		return "", "", err
	}
	sum, err = hashFile(path)
	return path, sum, err
}

func hashFile(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	return hashText(text), nil
}

func hashText(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// writeJSONAtomically writes a file that is there whole or not at all.
func writeJSONAtomically(path string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	draft := path + "." + DescribeThisProcess().Name // machines share the folder
	if err := os.WriteFile(draft, append(text, '\n'), 0o666); err != nil {
		return err
	}
	return os.Rename(draft, path)
}

// OpenFolder opens the folder of a study.
func OpenFolder(dir string) (*Folder, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{Dir: dir, Origin: &Origin{}}
	text, err := os.ReadFile(f.Path(OriginFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s is not the folder of a study: there is no %s in it", dir, OriginFile)
	}
	if err == nil {
		err = json.Unmarshal(text, f.Origin)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path(OriginFile), err)
	}
	if o := f.Origin; o.Format != formatVersion {
		return nil, fmt.Errorf("%s has the format %d; this program knows %d", dir, o.Format, formatVersion)
	} else if o.Runs < 1 || o.Chunk < 1 {
		return nil, fmt.Errorf("%s is damaged: runs and chunk must be greater than 0", f.Path(OriginFile))
	}
	f.Study, err = Read(f.Path(StudyFile))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path(StudyFile), err)
	}
	if f.Study.Parameters == nil { // those of a list
		for _, name := range f.Origin.Parameters {
			f.Study.Parameters = append(f.Study.Parameters, &Parameter{Name: name})
		}
	}
	return f, nil
}

// Path returns the path of a file in the folder.
func (f *Folder) Path(names ...string) string {
	return filepath.Join(append([]string{f.Dir}, names...)...)
}

// CheckDeckIsUnchanged returns an error where the deck is not that of the plan any more.
func (f *Folder) CheckDeckIsUnchanged() error {
	o := f.Origin
	for _, x := range []struct{ path, sum string }{{o.Deck, o.DeckSHA256}, {o.Commands, o.CommandSum}} {
		if x.path == "" {
			continue
		}
		switch sum, err := hashFile(x.path); {
		case err != nil:
			return err
		case sum != x.sum:
			return fmt.Errorf("%s has changed since the study began: its results would not belong together. Begin another study, in another folder", x.path)
		}
	}
	return nil
}
