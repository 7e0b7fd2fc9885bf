package main

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	webpage "github.com/trammel-mbd/trammel/cmd/trammel/page"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

// isDeckFile reports whether a path is a file that a model is read from.
func isDeckFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir() && slices.Contains([]string{".xml", ".adm", ".acf", ".cmd", ".py"}, strings.ToLower(filepath.Ext(path)))
}

// viewDeck shows a model that has not run: as it is written, and assembled where that is possible.
func (t *tool) viewDeck(path string, f *viewFlags, l *loadFlags) {
	r := t.openDeckForView(path, l)
	if r == nil {
		return
	}
	defer r.Close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	t.serveResults(ctx, []*webpage.Result{r}, f)
}

// openDeckForView reads a deck and assembles it. It says what is wrong and sets the code.
func (t *tool) openDeckForView(path string, l *loadFlags) *webpage.Result {
	model, state, err := t.loadDeckAndPrintDiags(input{deck: path}, l, true)
	if model == nil || state == nil {
		t.code = run.ExitCode(err)
		return nil
	}
	s := run.NewScene(model)
	frames, poses := []string{"as written"}, [][]float64{posesAsWritten(s)}
	if assembled, err := assembledPoses(model, state); err != nil {
		t.con.printMessage(notice, "warning", "the model is shown as written: it cannot be assembled: %s", describeError(err))
	} else {
		frames, poses = append(frames, "assembled"), append(poses, assembled)
	}
	r, err := webpage.NewDeckResult(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), s, frames, poses)
	if err != nil {
		t.con.printMessage(bad, "error", "%s: %v", path, err)
		t.code = run.ExitDeck
		return nil
	}
	return r
}

// posesAsWritten are the poses that the deck gives the bodies.
func posesAsWritten(s *result.Scene) []float64 {
	var all []float64
	for i := range s.Bodies {
		all = append(append(all, s.Bodies[i].Start.Pos[:]...), s.Bodies[i].Start.Quat[:]...)
	}
	return all
}

// assembledPoses are the poses after assembly at the start of the model.
func assembledPoses(model *element.Model, state *system.State) ([]float64, error) {
	p := state.DeckPoint()
	p.T = model.FirstAnalysisStart()
	if _, err := state.Assemble(p, model.Tuning.ConstrTol*max(1, model.System.Length)); err != nil {
		return nil, err
	}
	_ = state.EvaluateForResults(p) // forces may fail; positions are
	var all []float64
	for i := range model.System.Bodies {
		b := &model.System.Bodies[i]
		m := state.BodyMotion(system.BodyIdx(i))
		switch b.Kind {
		case system.Parameter: // along a curve: no body of the scene
		case system.GroundBody:
			all = append(all, 0, 0, 0, 1, 0, 0, 0)
		default:
			q := spatial.QuatFromMat(&m.R)
			all = append(all, m.C.X, m.C.Y, m.C.Z, q.W, q.X, q.Y, q.Z)
		}
	}
	return all, nil
}
