package main

import (
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

const (
	agreed      = 0.02 // most that two references may differ by, in units of the bound
	disturbance = 1e-9 // of size, or rad
	amplified   = 1e4  // most that a disturbance may grow by
	dear        = 20.0 // s, the longest that a reference may take
	attempts    = 12   // models that are drawn for a seed until one serves
)

// record is the reference of a seed: that of the first attempt that serves.
type record struct {
	Hash          [32]byte // of the deck
	Attempt       int
	Rejected      []string // why earlier attempts do not serve
	Agreement     float64  // of the two methods, in units of the bound
	Amplification float64
	Methods       string
	Rows          rows
}

// referenceSettings are the settings of a reference by a method. The tolerance is relative to size and amplitude.
func (m *model) referenceSettings(method string) string {
	if m.Rest {
		return fmt.Sprintf(`method="%s" max_error="1e-10" max_imbalance="1e-10" max_num_iter="2000" max_ke_tol="1e-25" max_dq_tol="1e-11"`, method)
	}
	tol := math.Min(m.Size, 1) * 1e-10 * math.Max(math.Min(10*m.Amp, 1), 1e-2)
	if m.Size > 1 {
		tol *= math.Min(m.Size, 100)
	}
	return fmt.Sprintf(`integrator_type="%s" integr_tol="%.3g" h_max="%.3g" dae_interpolation="FALSE"`, method, tol, math.Min(0.01, m.Period/8))
}

// computeRestReference computes the equilibrium of a model by both methods, and its modes.
func computeRestReference(m *model) (*record, error) {
	a, b := runModel(m, m.referenceSettings("FIM_S"), dear), runModel(m, m.referenceSettings("MKEAM"), dear)
	if a.Code != 0 || b.Code != 0 {
		return nil, fmt.Errorf("FIM_S: %s; MKEAM: %s", a.Message, b.Message)
	}
	v := m.compareWithReference(&b.rows, &a.rows)
	if v.Factor > agreed {
		return nil, fmt.Errorf("FIM_S and MKEAM differ by %.2g bounds in %s", v.Factor, v.Column)
	}
	return &record{Hash: m.modelHash(), Attempt: m.Attempt, Agreement: v.Factor, Methods: "FIM_S, MKEAM", Rows: a.rows}, nil
}

// computeMotionReference computes the reference of a model, or says why it does not serve.
func computeMotionReference(m *model) (*record, error) {
	a := runModel(m, m.referenceSettings(traits.RADAU), dear)
	if a.Code != 0 {
		return nil, fmt.Errorf("RADAU: %s", a.Message)
	}
	var second *outcome
	var v verdict
	methods := ""
	for _, other := range []string{traits.MSTIFF, traits.DOP853, traits.VSTIFF} {
		o := runModel(m, m.referenceSettings(other), dear)
		if o.Code != 0 {
			continue
		}
		if w := m.compareWithReference(&o.rows, &a.rows); second == nil || w.Factor < v.Factor {
			second, v, methods = o, w, "RADAU, "+other
		}
		if v.Factor <= agreed {
			break
		}
	}
	switch {
	case second == nil:
		return nil, errors.New("no second method comes to the end")
	case v.Factor > agreed:
		return nil, fmt.Errorf("%s differ by %.2g bounds in %s", methods, v.Factor, v.Column)
	}
	d := runModel(generateMotionModel(m.Seed, m.Attempt, disturbance), m.referenceSettings(traits.RADAU), dear)
	if d.Code != 0 {
		return nil, fmt.Errorf("disturbed: %s", d.Message)
	}
	grown := m.differencePerDisturbance(&d.rows, &a.rows, disturbance)
	if grown > amplified {
		return nil, fmt.Errorf("disturbances grow by %.2g", grown)
	}
	return &record{Hash: m.modelHash(), Attempt: m.Attempt, Agreement: v.Factor, Amplification: grown, Methods: methods, Rows: a.rows}, nil
}

func (m *model) modelHash() [32]byte {
	return sha256.Sum256([]byte(m.deckXML(m.referenceSettings(""))))
}

// referenceFolder is a folder of references, a file a seed: those of motions, or of equilibria.
type referenceFolder struct {
	dir  string
	rest bool
}

func (r referenceFolder) generate(seed int64, attempt int) *model {
	if r.rest {
		return generateEquilibriumModel(seed, attempt)
	}
	return generateMotionModel(seed, attempt, 0)
}

// cacheFolder is the folder of references that belongs to the user.
func cacheFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "trammel-corpus")
}

// familyName is the name of the family of a seed.
func (r referenceFolder) familyName(seed int64) string {
	list := families
	if r.rest {
		list = resting
	}
	return list[int(seed%int64(len(list)))].name
}

func (r referenceFolder) recordPath(seed int64) string {
	if r.rest {
		return filepath.Join(r.dir, fmt.Sprintf("rest-%d.gob", seed))
	}
	return filepath.Join(r.dir, fmt.Sprintf("%d.gob", seed))
}

// modelAndReference returns the model of a seed and its reference, which it computes where it is not in the folder
// or was that of another deck.
func (r referenceFolder) modelAndReference(seed int64) (*model, *record, error) {
	if rec, err := r.loadRecord(seed); err == nil {
		if m := r.generate(seed, rec.Attempt); m.modelHash() == rec.Hash {
			return m, rec, nil
		}
	}
	var rejected []string
	for k := range attempts {
		m, find := r.generate(seed, k), computeMotionReference
		if r.rest {
			find = computeRestReference
		}
		rec, err := find(m)
		if err != nil {
			rejected = append(rejected, fmt.Sprintf("%s: %v", m.Family, err))
			continue
		}
		rec.Rejected = rejected
		return m, rec, r.saveRecord(seed, rec)
	}
	return nil, nil, fmt.Errorf("seed %d: none of %d models serves: %q", seed, attempts, rejected)
}

func (r referenceFolder) loadRecord(seed int64) (*record, error) {
	f, err := os.Open(r.recordPath(seed))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rec := new(record)
	return rec, gob.NewDecoder(f).Decode(rec)
}

// saveRecord replaces the file in one go, as several runs may share the folder.
func (r referenceFolder) saveRecord(seed int64, rec *record) error {
	if err := os.MkdirAll(r.dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(r.dir, "new")
	if err != nil {
		return err
	}
	err = errors.Join(gob.NewEncoder(f).Encode(rec), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), r.recordPath(seed))
	}
	return err
}
