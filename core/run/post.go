package run

import (
	"fmt"
	"time"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub"
)

// postRoutineState is the solver as a POST_SUB or a CONTACTPOST sees it: the state of the row that was written
// last.
type postRoutineState struct {
	modelQueries
	p     *element.Post
	frame *usersub.Frame
	calls int
	spent time.Duration
}

var (
	_ usersub.State    = (*postRoutineState)(nil)
	_ usersub.Wrapper  = (*postRoutineState)(nil)
	_ usersub.Messages = (*postRoutineState)(nil)
)

// initPostRoutines makes the routines that are notified of rows ready.
func (r *runner) initPostRoutines() {
	for _, p := range r.model.Posts {
		r.output.posts = append(r.output.posts, newPostRoutine(r, p))
	}
}

func newPostRoutine(r *runner, p *element.Post) *postRoutineState {
	return &postRoutineState{modelQueries: modelQueries{r: r}, p: p, frame: usersub.NewFrame(p.Sig, p.Element.Kind, p.Element.ID(), p.Par, p.Dims)}
}

// callPostRoutines calls all of them: at a row of results, and with last at the end of a run
// that did not fail. Runs without a row do not call them.
func (r *runner) callPostRoutines(last bool) error {
	for _, o := range r.output.posts {
		if last && o.calls == 0 {
			continue
		}
		if err := o.callRoutine(last); err != nil {
			return err
		}
	}
	return nil
}

// callRoutine: iflag is true in the first call, which is a real one, endflag in the last.
func (o *postRoutineState) callRoutine(last bool) error {
	f := o.frame
	f.PrepareCall(o.r.output.last, false, o.calls == 0)
	for _, name := range [2]string{"endflag", "endflg"} {
		if at := f.Sig.ArgIndex(name); at >= 0 {
			f.Ints(at)[0] = 0
			if last {
				f.Ints(at)[0] = 1
			}
		}
	}
	asked := f.QueryAnswers
	f.QueryAnswers = usersub.QueryAnswers{} // those of another time
	begun := time.Now()
	err := o.p.Sub.Call(f, o)
	o.calls, o.spent = o.calls+1, o.spent+time.Since(begun)
	if len(asked.Asked) > len(f.Asked) {
		f.QueryAnswers = asked // for the list of queries
	}
	if at := f.Sig.ArgIndex("errflg"); err == nil && at >= 0 && f.Ints(at)[0] != 0 {
		err = fmt.Errorf("it reports the error %d", f.Ints(at)[0])
	}
	if err != nil {
		return completeCallError(err, o.ownerName(), f.Sig.Name, o.r.output.last)
	}
	return nil
}

func (o *postRoutineState) ownerName() string { return o.p.Element.KindID() }

// routineInfo is what run.json says about the routine.
func (o *postRoutineState) routineInfo() RoutineInfo {
	return newRoutineInfo(o.ownerName(), o.p.Sub, o.p.Sig, o.calls, o.spent.Seconds(), o.frame.Asked)
}

// Unwrap returns the State of the model's own routines, which has the other services.
func (o *postRoutineState) Unwrap() usersub.State { return o.r.state.RoutineState() }

// Message logs or warns what a routine says, at the time of the last output.
func (o *postRoutineState) Message(m *usersub.Message) {
	o.r.rec.reportMessage(m, o.ownerName(), o.frame.Sig.Name, o.r.output.last)
}
