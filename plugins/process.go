package plugins

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"

	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// process is a running plugin.
type process struct {
	path, sha256 string
	about        *wirepb.Description
	client       *wire.Client
	exited       context.Context

	cmd     *exec.Cmd
	manager *plugin.Client
	socket  string // private folder of the socket
	hangUp  context.CancelFunc
	output  *output
	closed  atomic.Bool
	status  string // of the exit, set by close
	once    sync.Once
}

// start starts the program at path and meets it: handshake, version, what it
// offers, and the conversation in which calls are made.
func start(path string, c *Config, args ...string) (*process, error) {
	sum, err := hashFile(path)
	if err != nil {
		return nil, err
	}
	socket, err := os.MkdirTemp("", wire.SocketPrefix)
	if err != nil {
		return nil, err
	}
	p := &process{path: path, sha256: sum, socket: socket, output: newOutput(c.Log, cmp.Or(c.name, filepath.Base(path)))}
	p.cmd = exec.Command(path, args...)
	p.cmd.Env = []string{plugin.EnvUnixSocketDir + "=" + socket}
	p.manager = plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig:  wire.Handshake,
		VersionedPlugins: wire.Versions(nil),
		Cmd:              p.cmd,
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		GRPCDialOptions:  wire.DialOptions(),
		StartTimeout:     c.StartTimeout,
		Stderr:           p.output, SyncStderr: p.output, SyncStdout: p.output,
		Logger: hclog.NewNullLogger(),
	})
	remember(p)
	if err := p.meet(c.StartTimeout); err != nil {
		p.close()
		return nil, p.startError(err, c.StartTimeout)
	}
	c.Log.Debug("plugin started", "plugin", p.about.Name, "version", p.about.Version,
		"file", path, "pid", p.cmd.Process.Pid)
	return p, nil
}

// meet connects to the process.
func (p *process) meet(timeout time.Duration) error {
	protocol, err := p.manager.Client()
	if err != nil {
		return err
	}
	raw, err := protocol.Dispense(wire.Service)
	if err != nil {
		return err
	}
	end := raw.(*wire.Connection)
	p.client, p.exited = end.Client, end.Exited
	ctx, cancel := context.WithTimeout(p.exited, timeout)
	defer cancel()
	if p.about, err = p.client.Describe(ctx); err != nil {
		return err
	}
	if p.about.Protocol != wire.Version {
		return fmt.Errorf("the plugin describes protocol version %d, agreed was %d",
			p.about.Protocol, wire.Version)
	}
	// The conversation does not hang on the exit of the process: what it sent
	// before is still read.
	life, hangUp := context.WithCancel(context.Background())
	p.hangUp = hangUp
	return p.client.Connect(life)
}

// over tells whether the process has ended.
func (p *process) over() bool { return p.closed.Load() || p.exited.Err() != nil }

// patience is how long the exit of a process is waited for when its connection
// broke off.
const patience = 2 * time.Second

// fate tells what became of a process whose connection broke off: "exit status
// 3", "signal: killed". It waits until the process is gone, and makes sure that
// it is.
func (p *process) fate(broke error) string {
	select {
	case <-p.exited.Done():
		return "the process ended: " + p.cmd.ProcessState.String()
	case <-time.After(patience):
	}
	p.close()
	return fmt.Sprintf("the connection broke off (%v) and the process was stopped", broke)
}

// close ends the process: it is asked to, and killed if it is still there two
// seconds later. Closing again waits for the first.
func (p *process) close() {
	p.once.Do(func() {
		p.closed.Store(true)
		if p.hangUp != nil {
			p.hangUp()
		}
		killed := make(chan struct{})
		go func() {
			p.manager.Kill()
			close(killed)
		}()
		// A program that left its standard error to a child of its own keeps
		// Kill waiting, although it is dead.
		select {
		case <-killed:
			p.status = p.cmd.ProcessState.String()
		case <-time.After(2 * patience):
			p.status = "unknown, a child of it is still running"
		}
		os.RemoveAll(p.socket)
		forget(p)
	})
}
