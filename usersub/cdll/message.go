//go:build linux && !android && (amd64 || arm64)

package cdll

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
)

// message logs what ERRMES or USRMES was given. The tag STOP of ERRMES ends the
// run: the call under way returns an error.
func (b *binding) message(usrmes bool, text string, id int, tag string) {
	level := slog.LevelError
	if usrmes {
		level = levelOf(tag)
	}
	b.sub.log.Log(context.Background(), level, text, "element", b.sub.ref.Element,
		"routine", b.sub.ref.Function, "id", id, "type", tag, "time", b.c.time)
	if !usrmes && tag == "STOP" {
		b.stop = fmt.Sprintf("it asks to stop: %s", text)
	}
}

// levelOf maps the types of USRMES (INFO, INFO_LOG, WARN, FAULT, ERROR, …).
func levelOf(tag string) slog.Level {
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
