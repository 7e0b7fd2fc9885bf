package pysub

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// stopRequest ends the function under way whatever it catches.
type stopRequest struct{ why string }

// deliverMessage hands what py_errmes or py_usrmes was given to the solver, or logs it
// if that takes no messages. The tag STOP of py_errmes ends the call under way.
func (in *interp) deliverMessage(c *usersub.UtilityCall) error {
	m := &usersub.Message{Utility: c.Name, Flag: c.IntInput(0), Text: c.TextInput(1), ID: c.IntInput(2),
		Tag: usersub.CanonicalMeasure(c.Arg[3].Text[0])}
	if m.Flag == 0 {
		return nil
	}
	in.out.Flush()
	if s, ok := usersub.As[usersub.Messages](c.State); ok {
		s.Message(m)
	} else {
		in.logMessage(m)
	}
	if !m.StopsRun() {
		return nil
	}
	if in.door == nil {
		return py.ExceptionNewf(py.SystemExit, "it requests a stop: %s", m.Text)
	}
	panic(stopRequest{"it requests a stop: " + m.Text})
}

func (in *interp) logMessage(m *usersub.Message) {
	level := slog.LevelError
	if m.Utility == "USRMES" {
		level = loading.MessageLevel(m.Tag)
	}
	args := []any{"id", m.ID, "type", m.Tag}
	if in.door != nil {
		f := in.door.Frame
		args = append(args, "element", fmt.Sprintf("%s %d", f.Element, f.ID), "routine", f.Sig.Name, "time", f.Time())
	}
	in.log.Log(context.Background(), level, m.Text, args...)
}
