package sdk

import (
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
)

// acceptFrameOffer takes the solver's offer to speak in frames. Without an offer, or if the solver speaks another version of
// the conversation, there is no Conn: gRPC settles that.
func acceptFrameOffer(life *processLifetime) (*frame.Conn, error) {
	versions := strings.Split(os.Getenv(wire.VersionsVariable), ",")
	if !slices.Contains(versions, strconv.Itoa(wire.Version)) {
		return nil, nil
	}
	conn, _, err := frame.AcceptOffer(life.exitAfterHostLoss)
	if err != nil {
		return nil, fmt.Errorf("the solver's offer of frames: %w", err)
	}
	return conn, nil
}

// serveFrames serves one conversation to its end.
func (l *processLifetime) serveFrames(server *wire.Server, conn *frame.Conn) {
	// At Ctrl-C the solver gets the signal, too, and says what is to be done. When it is killed, nobody reads standard
	// error any more: that must not end the plugin before it has cleaned up.
	signal.Ignore(os.Interrupt, syscall.SIGPIPE)
	fmt.Printf("1|%d|unix|%s|grpc\n", wire.Version, frame.Address)
	redirectStdout()
	err := server.ServeConn(conn)
	close(l.served)
	if err != nil {
		slog.Error(wire.BrokeOff, "error", err.Error())
		l.exitProcess()
	}
	l.endAfterHost()
	conn.Close()
}

// exitAfterHostLoss is called when the solver's end of the conversation is closed. Who waits for a message sees that, too, and knows
// whether the solver took leave; a routine that is computing does not keep the process alive.
func (l *processLifetime) exitAfterHostLoss() {
	select {
	case <-l.served:
	case <-time.After(waitForEnd / 2):
		l.exitProcess()
	}
}
