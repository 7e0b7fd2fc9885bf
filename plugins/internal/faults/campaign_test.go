//go:build linux && (amd64 || arm64) && !race

package faults

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/core"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/usersub"
)

// deck is a bead on two springs whose laws come from the same routine. It is short: about 1600 calls in 13 steps.
func (s *implementation) deck(k, at int) string {
	attrs := s.attrs(k, at)
	return fmt.Sprintf(`<MotionSolve><Model>
<Param_Transient integrator_type="DSTIFF" integr_tol="0.01" h0_max="0.01"/>
<Body_Point id="1" cg_id="9" mass="1."/>
<Reference_Marker id="9" body_id="1" body_type="PointBody" pos_x="1." pos_y="0.5"/>
<Force_Penalty id="7" type="USERSUB" penalty="100." `+attrs+`/>
<Force_Penalty id="8" type="USERSUB" penalty="200." `+attrs+`/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(9)" expr2="DY(9)" expr3="VX(9)"/>
</Model><Command><Simulate analysis_type="Transient" end_time="0.01" print_interval="0.001"/></Command></MotionSolve>
`, 9, 0, 9, 1)
}

// outcome is how a run ended.
type outcome struct {
	code    int
	message string
	rows    []string // of the table, without its header
	reached float64  // time of the last accepted step
	steps   int
	failed  *float64 // time that the error reports
	calls   int
	took    time.Duration
}

// run makes one run in a folder of its own.
func (s *implementation) run(k, at int, limit time.Duration) (o outcome, err error) {
	dir, err := os.MkdirTemp(folder, "run")
	if err != nil {
		return o, err
	}
	defer os.RemoveAll(dir)
	deck := dir + ".xml"
	defer os.Remove(deck)
	if err := os.WriteFile(deck, []byte(s.deck(k, at)), 0o600); err != nil {
		return o, err
	}
	begun := time.Now()
	defer func() { o.took = time.Since(begun) }()
	l := s.loader(plugins.Config{Transport: s.transport, CallTimeout: limit, StartTimeout: 2 * time.Minute, Log: quiet})
	defer l.Close()
	m, err := core.Load(deck, l)
	if err != nil {
		return o, err
	}
	if m.Deck.Diags.HasErrors() {
		return o, fmt.Errorf("the deck: %v", m.Deck.Diags.List)
	}
	doc, err := core.Run(context.Background(), m, dir, run.Options{Progress: func(p run.Progress) { o.reached, o.steps = p.T, p.Steps }})
	o.code = run.ExitCode(err)
	if err != nil {
		o.message = err.Error()
	}
	var call *usersub.CallError
	if errors.As(err, &call) {
		o.failed = &call.Time
	}
	if doc == nil { // it was not begun
		return o, nil
	}
	for _, r := range doc.Routines {
		o.calls += r.Calls
	}
	if doc.ExitCode != o.code || (doc.Error == nil) != (o.code == 0) {
		return o, fmt.Errorf("run.json has code %d, %+v", doc.ExitCode, doc.Error)
	}
	b, err := os.ReadFile(filepath.Join(dir, run.RowsFile))
	if err != nil {
		return o, err
	}
	if len(b) > 0 && b[len(b)-1] != '\n' {
		return o, fmt.Errorf("the last row is not complete: %q", b)
	}
	if lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n"); len(lines) > 1 {
		o.rows = lines[1:]
	}
	return o, nil
}

// normal is an undisturbed run.
type normal struct {
	outcome
	times []float64 // of the rows
}

// undisturbed is the run of an implementation in which nothing goes wrong; it is made once.
func (s *implementation) undisturbed(t *testing.T) *normal {
	s.once.Do(func() {
		o, err := s.run(0, 1, 2*time.Minute)
		if err != nil || o.code != 0 || len(o.rows) != 11 || o.calls < 50 {
			t.Errorf("%s: undisturbed: %v, %+v", s.name, err, o)
			return
		}
		n := &normal{outcome: o}
		for _, r := range o.rows {
			first, _, _ := strings.Cut(r, ",")
			at, err := strconv.ParseFloat(first, 64)
			if err != nil {
				t.Error(err)
			}
			n.times = append(n.times, at)
		}
		s.normal = n
	})
	return s.normal
}

// judge reports what is wrong with the outcome of a run in which f happened, "" if nothing is.
func (n *normal) judge(f *fault, o *outcome) string {
	// Calls continue through shared memory without descriptors: whoever sleeps notices, and a run may be over before.
	unseen := o.code == 0 && strings.HasSuffix(f.name, "descriptors") && !f.hangs
	switch {
	case unseen && slices.Equal(o.rows, n.rows):
		return ""
	case o.code != f.code:
		return fmt.Sprintf("code %d, want %d", o.code, f.code)
	case !strings.Contains(o.message, f.says):
		return fmt.Sprintf("the message does not say %q", f.says)
	case o.code == 0 && !slices.Equal(o.rows, n.rows):
		return "the rows are not those of the undisturbed run"
	case o.code == 0:
		return ""
	case !strings.Contains(o.message, "Force_Penalty 7") && !strings.Contains(o.message, "Force_Penalty 8"), o.failed == nil:
		return "the message does not name the element"
	case len(o.rows) > len(n.rows) || !slices.Equal(o.rows, n.rows[:len(o.rows)]):
		return "the rows are not the first of the undisturbed run"
	}
	// All output times up to the last accepted step have a row; for that of its end the routine may be called again.
	least, most := 0, 1
	if o.steps > 0 {
		most = 0
		for _, at := range n.times {
			if at <= o.reached {
				most++
			}
			if at < o.reached {
				least++
			}
		}
	}
	if len(o.rows) < least || len(o.rows) > most {
		return fmt.Sprintf("%d rows, want %d to %d: reached was %g, failed %g", len(o.rows), least, most, o.reached, *o.failed)
	}
	return ""
}

// draw is one fault of the campaign.
type draw struct {
	s  *implementation
	k  int
	at float64 // part of the calls after which it happens
}

// draws shuffles all faults of all implementations again and again until there are n.
func draws(list []*implementation, n int, rng *rand.Rand, checked bool) (all []draw) {
	for len(all) < n {
		var round []draw
		for _, s := range list {
			for k, f := range s.faults[1:] {
				if f.only == "" || f.only == string(s.transport) || checked && f.only == "checked" {
					round = append(round, draw{s, k + 1, rng.Float64()})
				}
			}
		}
		rng.Shuffle(len(round), func(i, j int) { round[i], round[j] = round[j], round[i] })
		all = append(all, round...)
	}
	return all[:n]
}

// try makes one run and reports what is wrong with it.
func (d *draw) try(t *testing.T) (wrong string, took time.Duration) {
	f, n := &d.s.faults[d.k], d.s.undisturbed(t)
	if n == nil {
		return "there is nothing to compare with", 0
	}
	at := 1 + int(d.at*0.9*float64(n.calls))
	limits := []time.Duration{2 * time.Minute} // never reached
	if f.hangs {
		limits = []time.Duration{300 * time.Millisecond, 3 * time.Second, 30 * time.Second} // so slow a machine may be at the start
	}
	for _, limit := range limits {
		o, err := d.s.run(d.k, at, limit)
		took = o.took
		if err != nil {
			return err.Error(), took
		}
		if wrong = n.judge(f, &o); wrong == "" {
			return "", took
		}
		wrong = fmt.Sprintf("%s: %s in call %d of %d: %s\n%s", d.s.name, f.name, at, n.calls, wrong, o.message)
	}
	return wrong, took
}

// campaign makes a number of runs, several at a time.
func campaign(t *testing.T, list []*implementation, n int, checked bool) {
	seed := uint64(1)
	if text := os.Getenv("TRAMMEL_FAULTS_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d faults, TRAMMEL_FAULTS_SEED=%d", n, seed)
	work := make(chan draw)
	var wait sync.WaitGroup
	var mu sync.Mutex
	spent := map[string]time.Duration{}
	for range 6 {
		wait.Go(func() {
			for d := range work {
				wrong, took := d.try(t)
				if wrong != "" {
					t.Error(wrong)
				}
				mu.Lock()
				spent[d.s.name+": "+d.s.faults[d.k].name] += took
				mu.Unlock()
			}
		})
	}
	for _, d := range draws(list, n, rand.New(rand.NewPCG(seed, 0)), checked) {
		work <- d
	}
	close(work)
	wait.Wait()
	if testing.Verbose() {
		for name, d := range spent {
			t.Logf("%v %s", d.Round(time.Millisecond), name)
		}
	}
}

// available are the implementations whose tools are here.
func available(t *testing.T) (list []*implementation) {
	for _, s := range implementations() {
		t.Run("undisturbed "+s.name, func(t *testing.T) {
			s.needs(t)
			if s.undisturbed(t) != nil {
				list = append(list, s)
			}
		})
	}
	return list
}

func TestCampaign(t *testing.T) {
	n, most := 60, 8
	if long {
		n, most = 1000, 60
	}
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	list := available(t)
	before := holdings()
	campaign(t, list, n, false)
	t.Run("with checksums", func(t *testing.T) {
		t.Setenv("TRAMMEL_FRAMES_CHECK", "1")
		campaign(t, slices.DeleteFunc(list, func(s *implementation) bool { return s.transport == plugins.GRPC }), most, true)
	})
	nothingLeft(t, tmp, before)
}
