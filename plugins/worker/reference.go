package worker

import (
	"encoding/json"
	"fmt"

	"github.com/trammel-mbd/trammel/usersub"
)

// Reference is what the host requests from a worker. It travels as text where other plugins get
// the path of a script: both ends are the same program.
type Reference struct {
	Ref     usersub.Ref
	Members map[string]Member `json:",omitempty"` // of the struct of routines that get one
}

// Member is an entry of Frame.Member: one of the fields is set.
type Member struct {
	Int    *int      `json:",omitempty"`
	Real   *float64  `json:",omitempty"`
	Text   *string   `json:",omitempty"`
	Ints   []int     `json:",omitempty"`
	Reals  []float64 `json:",omitempty"`
	Texts  []string  `json:",omitempty"`
	Absent bool      `json:",omitempty"` // an empty list or what has no value: reads as zero
}

// EncodeReference returns the text of a reference for a frame, whose members may be nil.
func EncodeReference(ref *usersub.Ref, members map[string]any) (string, error) {
	r := Reference{Ref: *ref}
	for name, v := range members {
		if r.Members == nil {
			r.Members = map[string]Member{}
		}
		m, err := newMember(v)
		if err != nil {
			return "", fmt.Errorf("worker: member %s: %w", name, err)
		}
		r.Members[name] = m
	}
	b, err := json.Marshal(&r)
	return string(b), err
}

func newMember(v any) (m Member, err error) {
	switch v := v.(type) {
	case int:
		m.Int = &v
	case float64:
		m.Real = &v
	case string:
		m.Text = &v
	case []int:
		m.Ints, m.Absent = v, len(v) == 0
	case []float64:
		m.Reals, m.Absent = v, len(v) == 0
	case []string:
		m.Texts, m.Absent = v, len(v) == 0
	case nil:
		m.Absent = true
	default:
		err = fmt.Errorf("a %T cannot be sent", v)
	}
	return m, err
}

// decodeReference reads the text of a reference.
func decodeReference(text string) (*usersub.Ref, map[string]any, error) {
	var r Reference
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return nil, nil, fmt.Errorf("worker: this is not a reference: %w", err)
	}
	var members map[string]any
	for name, m := range r.Members {
		if members == nil {
			members = map[string]any{}
		}
		switch {
		case m.Int != nil:
			members[name] = *m.Int
		case m.Real != nil:
			members[name] = *m.Real
		case m.Text != nil:
			members[name] = *m.Text
		case m.Ints != nil:
			members[name] = m.Ints
		case m.Reals != nil:
			members[name] = m.Reals
		case m.Texts != nil:
			members[name] = m.Texts
		}
	}
	return &r.Ref, members, nil
}

// Origin is where a routine came from; it travels as the note of what was found.
type Origin struct {
	Implementation, File, Note string
}

// ParseOrigin reads the note of a worker.
func ParseOrigin(note string) (o Origin, err error) {
	if err := json.Unmarshal([]byte(note), &o); err != nil {
		return o, fmt.Errorf("worker: this is not an origin: %w", err)
	}
	return o, nil
}
