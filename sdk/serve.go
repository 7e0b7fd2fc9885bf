package sdk

import (
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/trammel-mbd/trammel/sdk/wire"
)

// Times after which a plugin without a solver ends by itself.
const (
	waitForHost = 2 * time.Minute // after its start
	waitForEnd  = 2 * time.Second // after the solver left; it kills a plugin after as long
)

// Serve serves p to the solver that started this program and returns when the
// solver is done. It is all that main needs. A plugin that was started by hand
// says what it is and ends.
//
// Calls travel in frames, in shared memory or over a socket. others are ways for solvers that offer no frames, the first of them
// is taken: grpc.Serve of package sdk/grpc. Without one such a solver gets a message.
//
// Standard output and standard error of the program, and what it writes with
// log and slog, go into the solver's log.
func Serve(p Plugin, others ...Transport) {
	if err := p.validate(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if os.Getenv(wire.HandshakeKey) != wire.HandshakeValue {
		printIntroduction(&p)
		os.Exit(1)
	}
	server := p.newServer()
	life := newProcessLifetime(p.Close)
	server.Ready, server.Gone = life.markConnected, life.scheduleExit
	slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug})))
	if conn, err := acceptFrameOffer(life); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	} else if conn != nil {
		life.serveFrames(server, conn)
		return
	}
	if len(others) == 0 {
		fmt.Fprintln(os.Stderr, "the plugin speaks in frames only, and the solver offers none (--plugin-transport grpc, or a version before frames on Windows): "+
			"build it with sdk.Serve(plugin, grpc.Serve), where grpc is the package sdk/grpc")
		os.Exit(1)
	}
	others[0](server)
	life.endAfterHost()
}

// A Transport serves a plugin to a solver that offers no frames, until the solver is done.
type Transport func(*wire.Server)

// printIntroduction reports a person who ran the program what it is.
func printIntroduction(p *Plugin) {
	fmt.Fprintf(os.Stderr, "%s %s: a plugin for trammel, to be named in a deck by usrsub_plugin_name. %s\n",
		p.Name, p.Version, p.Doc)
	for _, name := range slices.Sorted(maps.Keys(p.Routines)) {
		r := p.Routines[name]
		fmt.Fprintf(os.Stderr, "  %-8s %s  %s\n", r.Kind, name, r.Doc)
	}
}

// processLifetime ends the process when there is no solver: none ever came, or it
// left without saying so (it was killed). A routine that is still computing
// then does not keep the process alive.
type processLifetime struct {
	stderr *os.File
	close  func() // of the plugin; may be nil
	alone  *time.Timer
	once   sync.Once     // of begin
	last   sync.Once     // of what ends the plugin
	served chan struct{} // closed when the conversation in frames has ended
	begun  atomic.Bool
	kept   [2]*os.File
}

func newProcessLifetime(closing func()) *processLifetime {
	l := &processLifetime{stderr: os.Stderr, close: closing, served: make(chan struct{})}
	l.alone = time.AfterFunc(waitForHost, l.exitProcess)
	go l.awaitConnection(os.Getppid())
	return l
}

// awaitConnection checks, until the solver has connected, whether the process that started this one is still there: without a
// connection nothing else reports that it was killed.
func (l *processLifetime) awaitConnection(parent int) {
	for !l.begun.Load() {
		if os.Getppid() != parent {
			l.exitProcess()
		}
		time.Sleep(time.Second)
	}
}

// markConnected is called when the solver has connected. go-plugin has turned the
// standard streams into pipes that it forwards in messages, which lose what a
// routine wrote just before it died: let both lead to the true standard error,
// which the solver reads as well. The pipes are kept open.
func (l *processLifetime) markConnected() {
	l.once.Do(func() {
		l.begun.Store(true)
		l.alone.Stop()
		l.kept = [2]*os.File{os.Stdout, os.Stderr}
		os.Stdout, os.Stderr = l.stderr, l.stderr
	})
}

func (l *processLifetime) scheduleExit() { time.AfterFunc(waitForEnd, l.exitProcess) }

// exitProcess ends the process and removes its socket. What is closed may wait for a routine that never returns: that is not
// waited for.
func (l *processLifetime) exitProcess() {
	l.last.Do(func() {
		closed := make(chan struct{})
		go func() {
			l.closePlugin()
			close(closed)
		}()
		select {
		case <-closed:
		case <-time.After(waitForEnd):
		}
		dir := os.Getenv(wire.SocketVariable)
		if strings.HasPrefix(filepath.Base(dir), wire.SocketPrefix) {
			os.RemoveAll(dir)
		}
		os.Exit(wire.Alone)
	})
}

// endAfterHost is called when the solver is done: main continues.
func (l *processLifetime) endAfterHost() { l.last.Do(l.closePlugin) }

func (l *processLifetime) closePlugin() {
	if l.close != nil {
		l.close()
	}
}
