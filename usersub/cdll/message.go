//go:build (linux && !android && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// deliverMessage hands what ERRMES or USRMES was given to the solver, or logs it if
// that takes no messages. The tag STOP of ERRMES ends the run: the call under
// way returns an error.
func (b *binding) deliverMessage(m *usersub.Message) {
	if s, ok := usersub.As[usersub.Messages](b.cache.State); ok {
		s.Message(m)
	} else {
		level := slog.LevelError
		if m.Utility == "USRMES" {
			level = loading.MessageLevel(m.Tag)
		}
		b.sub.log.Log(context.Background(), level, m.Text, "element", b.sub.ref.Element,
			"routine", b.sub.ref.Function, "id", m.ID, "type", m.Tag, "time", b.c.time)
	}
	if m.StopsRun() {
		b.stop = fmt.Sprintf("it requests a stop: %s", m.Text)
	}
}
