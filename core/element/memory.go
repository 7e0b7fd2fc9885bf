package element

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
)

// Memory is what Save writes beside a model, so that another run continues exactly
// where this one is.
//
// The file is text: a line "trammel state 2 SHA-256", whose sum is that of all
// that follows, then JSON. Its numbers have the fewest digits that give the same
// double back. There is no history of the integrator in it, since every analysis
// begins its integrator again.
type Memory struct {
	// Model is the SHA-256 of the text of the block <Model> that this belongs to.
	Model string `json:"model"`
	// Off is how many commands at the beginning switch elements off that are off.
	Off     int            `json:"off"`
	Sensors []SensorMemory `json:"sensors"`
	// Placed are the markers as the first of the runs began.
	Placed []MarkerPoseMemory `json:"placed"`
	Nodes  []MarkerPoseMemory `json:"nodes,omitempty"` // those of nonlinear beams, by the ids of their GRID
	State  *system.Memory     `json:"state"`

	placed  map[int]*frame // of markers as the run began
	grids   map[int]*frame // of nodes of nonlinear beams as the run began
	written map[int]*frame // the same in the deck that was saved; nil before it is built
}

// SensorMemory reports a sensor whether it would trigger.
type SensorMemory struct {
	Element string `json:"element"`
	Armed   bool   `json:"armed"`
}

// StateSuffix is what the name of the file has beyond that of its model.
const StateSuffix = ".state"

const (
	stateForm    = "trammel state "
	stateVersion = "2"
)

// Encode returns the text of the file that belongs to the deck with a text.
func (m *Memory) Encode(deckText []byte) ([]byte, error) {
	m.Model = modelBlockHash(deckText)
	body, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return nil, err
	}
	body = append(body, '\n')
	return append([]byte(stateForm+stateVersion+" "+textHash(body)+"\n"), body...), nil
}

func textHash(text []byte) string {
	s := sha256.Sum256(text)
	return hex.EncodeToString(s[:])
}

// modelBlockHash returns the sum of the block <Model> of a deck. Commands behind it may be
// added and changed.
func modelBlockHash(deckText []byte) string {
	from, to := bytes.Index(deckText, []byte("<Model>")), bytes.LastIndex(deckText, []byte("</Model>"))
	if from < 0 || to < from {
		return ""
	}
	return textHash(deckText[from:to])
}

// decodeMemory reads the file that belongs to the deck with a text. The error is why
// it is of no use.
func decodeMemory(file, deckText []byte) (*Memory, error) {
	head, body, _ := bytes.Cut(file, []byte("\n"))
	head = bytes.TrimSuffix(head, []byte("\r"))
	var version, want string
	if n, _ := fmt.Sscanf(string(head), stateForm+"%s %s", &version, &want); n != 2 {
		return nil, errors.New("this is not a file of a state that Save has written")
	}
	if version != stateVersion {
		return nil, fmt.Errorf("it is of version %s, only %s can be read", version, stateVersion)
	}
	if textHash(body) != want {
		return nil, errors.New("it is damaged: its contents do not have the sum of the first line")
	}
	m := &Memory{}
	if err := json.Unmarshal(body, m); err != nil || m.State == nil || m.Off < 0 {
		return nil, errors.New("it is damaged: its contents are not those of a state")
	}
	if m.Model != modelBlockHash(deckText) {
		return nil, errors.New("it belongs to another model, or the model has been changed since it was saved")
	}
	m.placed = map[int]*frame{}
	for i := range m.Placed {
		m.placed[m.Placed[i].Marker] = m.Placed[i].frame()
	}
	m.grids = map[int]*frame{}
	for i := range m.Nodes {
		m.grids[m.Nodes[i].Marker] = m.Nodes[i].frame()
	}
	return m, nil
}

// readSavedMemory reads the state beside a deck that Save has written; nil if there is
// none or it is not to be used.
func readSavedMemory(m *deck.Model) *Memory {
	if m.IgnoreState || len(m.Sources) == 0 || m.Dir == "" {
		return nil
	}
	path := filepath.Join(m.Dir, filepath.Base(m.Sources[0].Name)+StateSuffix)
	file, err := readRegularFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var mem *Memory
	if err == nil {
		mem, err = decodeMemory(file, m.Sources[0].Text)
	}
	if err == nil && mem.Off > len(m.Commands) {
		err = errors.New("commands are missing by which Save has switched elements off")
	}
	if err != nil {
		reportUnusableMemory(m, err)
		return nil
	}
	return mem
}

// reportUnusableMemory reports why the state beside a deck cannot be used.
func reportUnusableMemory(m *deck.Model, err error) {
	m.Diags.AddErrorf(deck.Span{Src: m.Sources[0]}, "B240", "%s: %v", m.Sources[0].Name+StateSuffix, err).
		Help = "remove the file, or give --no-state, to begin with what the deck itself says"
}

// reportUnknownMarker reports a marker that the state does not report.
func (b *builder) reportUnknownMarker(e *deck.Element) {
	reportUnusableMemory(b.deck, fmt.Errorf("it does not contain marker %d", e.ID()))
}
