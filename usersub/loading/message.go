package loading

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// MessageLevel returns the level of a message by its type, as USRMES has it: INFO, INFO_LOG, WARN, FAULT, ERROR, …
func MessageLevel(tag string) slog.Level {
	switch {
	case strings.HasPrefix(tag, "WARN"):
		return slog.LevelWarn
	case strings.HasPrefix(tag, "FAULT"), strings.HasPrefix(tag, "ERR"):
		return slog.LevelError
	case strings.HasSuffix(tag, "_LOG"):
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// IsMessageUtility reports whether a utility is one of the two that DeliverMessage carries out: ERRMES and USRMES.
func IsMessageUtility(u *usersub.Utility) bool { return u.Name == "ERRMES" || u.Name == "USRMES" }

// DeliverMessage hands what a call of ERRMES or USRMES has as inputs to the solver, or logs it with attributes of the caller if that
// takes no messages. stop says why the run must end, "" if it may continue: the tag of ERRMES is STOP.
func DeliverMessage(c *usersub.UtilityCall, log *slog.Logger, attributes ...any) (stop string) {
	m := &usersub.Message{Utility: c.Name, Flag: c.IntInput(0), Text: c.TextInput(1), ID: c.IntInput(2),
		Tag: usersub.CanonicalMeasure(c.Arg[3].Text[0])}
	if m.Flag == 0 {
		return ""
	}
	if s, ok := usersub.As[usersub.Messages](c.State); ok {
		s.Message(m)
	} else {
		level := slog.LevelError
		if m.Utility == "USRMES" {
			level = MessageLevel(m.Tag)
		}
		log.Log(context.Background(), level, m.Text, append([]any{"id", m.ID, "type", m.Tag}, attributes...)...)
	}
	if m.StopsRun() {
		return "it requests a stop: " + m.Text
	}
	return ""
}

// LogAttributesOfCall are the attributes of what is logged for a call of a routine in Python, none outside of a call.
func LogAttributesOfCall(d *usersub.QueryCache) []any {
	if d == nil {
		return nil
	}
	f := d.Frame
	return []any{"element", fmt.Sprintf("%s %d", f.Element, f.ID), "routine", f.Sig.Name, "time", f.Time()}
}
