package plugins

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"

	"github.com/trammel-mbd/trammel/plugins/guard"
	"github.com/trammel-mbd/trammel/sdk/grpc"
	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
	"github.com/trammel-mbd/trammel/usersub"
)

// pluginProcess is a running plugin.
type pluginProcess struct {
	path, sha256 string
	about        *wirepb.Description
	client       *wire.Client
	transport    Transport // that its messages take
	exited       context.Context

	cmd     *exec.Cmd
	manager *plugin.Client
	scratch *scratchFolder     // its private folder
	failed  *usersub.CallError // the call in which it was lost
	hangUp  context.CancelFunc
	output  *processOutput
	closed  atomic.Bool
	status  string // of the exit, set by close
	once    sync.Once
	ended   chan struct{}          // closed by close
	stopped atomic.Pointer[string] // why this program killed it
	grouped bool                   // it leads a group of processes
	guard   *guard.Guard           // of this program, which learns of it; may be nil
	framed  bool                   // it took the offer of frames

	confined string // what is enforced in a plugin, "" if it is not confined
}

// silent is for go-plugin. Its level says Off: go-plugin would read lines of the plugin's output that resemble records of hclog, and
// panics on those that are not quite.
var silent = hclog.New(&hclog.LoggerOptions{Output: io.Discard, Level: hclog.Off})

// startProcess starts the program at path and meets it: handshake, version, what it
// offers, and the conversation in which calls are made.
func startProcess(path string, c *Config, args ...string) (*pluginProcess, error) {
	file, sum, err := c.verifyAndSealProgram(path)
	if err != nil {
		return nil, err
	}
	if err := c.checkExpectedHash(path, sum); err != nil {
		return nil, err
	}
	if c.Allow != nil {
		if err := c.Allow(path, sum); err != nil {
			return nil, err
		}
	}
	folder, err := newScratchFolder()
	if err != nil {
		return nil, err
	}
	p := &pluginProcess{path: path, sha256: sum, scratch: folder, output: newOutput(c.Log, cmp.Or(c.name, filepath.Base(path))),
		ended: make(chan struct{})}
	p.cmd = exec.Command(path, args...)
	p.cmd.Path = file
	// A copy does not know where it lay.
	p.cmd.Env = []string{plugin.EnvUnixSocketDir + "=" + folder.path, "TRAMMEL_PLUGIN_FILE=" + path}
	p.cmd.Env = append(p.cmd.Env, c.Env...)
	wanted, host, err := newFrameHost(c.Transport)
	if err != nil {
		folder.removeFolder()
		return nil, err
	}
	if host != nil {
		host.PassToCommand(p.cmd)
	}
	if p.grouped = c.confine != nil; p.grouped {
		c.confine(p.cmd, folder.path)
	}
	p.manager = plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig:  grpc.Handshake,
		VersionedPlugins: grpc.ProtocolVersions(nil),
		Cmd:              p.cmd, SkipHostEnv: p.grouped || c.Env != nil,
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		GRPCDialOptions:  grpc.DialOptions(),
		StartTimeout:     c.StartTimeout,
		Stderr:           p.output, SyncStderr: p.output, SyncStdout: p.output,
		Logger: silent,
	})
	if p.grouped {
		p.guard = ensureGuardRunning(c.Guard, c.Log)
	}
	registerProcess(p)
	if err := p.startOnThread(func() error { return p.connectTransport(wanted, host, c.StartTimeout) }); err != nil {
		p.closeProcess()
		return nil, p.startError(err, c.StartTimeout)
	}
	if p.confined, err = p.limitMemoryAndReportRules(c); err != nil {
		p.closeProcess()
		return nil, &usersub.LoadError{Reason: err.Error()}
	}
	if c.CallTimeout > 0 {
		go p.watchTimeouts(c.CallTimeout)
	}
	c.Log.Debug("plugin started", "plugin", p.about.Name, "version", p.about.Version,
		"file", path, "pid", p.cmd.Process.Pid, "transport", p.transport)
	return p, nil
}

// startOnThread starts a process from a thread that stays until it is closed: the kernel may
// be instructed to end a process together with the thread that started it.
func (p *pluginProcess) startOnThread(begin func() error) error {
	if !p.grouped {
		return begin()
	}
	begun := make(chan error)
	go func() {
		runtime.LockOSThread()
		err := begin()
		if err == nil {
			go killRemainingAfterExit(p.cmd.Process.Pid, p.scratch.path)
		}
		begun <- err
		<-p.ended
	}()
	return <-begun
}

// stopProcess kills the process at once; calls that are under way fail for that reason.
func (p *pluginProcess) stopProcess(reason string) {
	if p.stopped.CompareAndSwap(nil, &reason) {
		_ = p.cmd.Process.Kill()
		if p.grouped {
			killGroup(p.cmd.Process.Pid)
		}
	}
}

// stopReason reports why this program killed the process, "" if it did not.
func (p *pluginProcess) stopReason() string {
	if r := p.stopped.Load(); r != nil {
		return *r
	}
	return ""
}

// connectTransport connects to the process.
func (p *pluginProcess) connectTransport(wanted Transport, host *frame.Host, timeout time.Duration) error {
	address, err := p.manager.Start()
	if p.grouped && p.cmd.Process != nil {
		p.guard.RegisterProcess(p.cmd.Process.Pid, p.scratch.path)
	}
	host.ClosePluginFiles()
	switch {
	case err != nil:
		host.Close()
		return err
	case host != nil && address.String() == frame.Address:
		p.framed = true
		err = p.connectFrames(host)
	default:
		host.Close()
		if wanted != Auto && wanted != GRPC {
			return &transportError{wanted}
		}
		err = p.connectGRPC()
	}
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(p.exited, timeout)
	defer cancel()
	// In frames nothing but the end of the process ends a wait.
	late := context.AfterFunc(ctx, func() {
		if p.transport != GRPC {
			p.cmd.Process.Kill()
		}
	})
	defer late()
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

// connectGRPC connects to the server in the process.
func (p *pluginProcess) connectGRPC() error {
	protocol, err := p.manager.Client()
	if err != nil {
		return err
	}
	raw, err := protocol.Dispense(grpc.Service)
	if err != nil {
		return err
	}
	end := raw.(*grpc.Connection)
	p.client, p.exited, p.transport = end.Client, end.Exited, GRPC
	return nil
}

// connectFrames takes up the conversation with a process that took the offer.
func (p *pluginProcess) connectFrames(host *frame.Host) error {
	exited, exit := context.WithCancel(context.Background())
	gone := make(chan struct{})
	go func() {
		defer exit()
		// Its end of the socket is closed with its last child; its exit is noticed here in any case.
		for wait := 50 * time.Millisecond; !p.manager.Exited(); {
			select {
			case <-gone:
				gone, wait = nil, time.Millisecond
			case <-time.After(wait):
			}
		}
	}()
	conn, transport, err := host.AcceptPlugin(func() { close(gone) })
	if err != nil {
		return err
	}
	p.client, p.exited, p.transport = wire.NewFrameClient(conn), exited, transportOfFrame(transport)
	return nil
}

// hasEnded reports whether the process has ended.
func (p *pluginProcess) hasEnded() bool { return p.closed.Load() || p.exited.Err() != nil }

// patience is how long the exit of a process is waited for when its connection
// broke off.
const patience = 2 * time.Second

// awaitAndDescribeEnd reports what became of a process whose connection broke off: "exit status
// 3", "signal: killed". It waits until the process is gone, and makes sure that
// it is. One whose messages make no sense is ended.
func (p *pluginProcess) awaitAndDescribeEnd(connectionErr error) string {
	var garbled *frame.GarbledError
	if errors.As(connectionErr, &garbled) {
		p.stopProcess(connectionErr.Error())
	}
	select {
	case <-p.exited.Done():
		if reason := p.stopReason(); reason != "" {
			return "its process was ended: " + reason
		}
		return "the process ended: " + p.cmd.ProcessState.String()
	case <-time.After(patience):
	}
	p.closeProcess()
	return fmt.Sprintf("the connection broke off (%v) and the process was stopped", connectionErr)
}

// endConversation ends a conversation in frames, and gives the process time to end by itself: less if a call is under way.
func (p *pluginProcess) endConversation() {
	if p.client == nil || p.transport == GRPC {
		return
	}
	wait := patience
	if p.client.WaitCount()%2 != 0 {
		wait /= 8
	}
	if !p.client.SendGoodbye() {
		p.client.Close()
	}
	select {
	case <-p.exited.Done():
	case <-time.After(wait):
	}
	p.client.Close()
}

// closeProcess ends the process: it is asked to, and killed if it is still there two
// seconds later. Closing again waits for the first.
func (p *pluginProcess) closeProcess() {
	p.once.Do(func() {
		p.closed.Store(true)
		if p.hangUp != nil {
			p.hangUp()
		}
		p.endConversation()
		killed := make(chan struct{})
		go func() {
			p.killProcess()
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
		if p.grouped && p.cmd.Process != nil {
			killRemainingProcesses(p.cmd.Process.Pid, p.scratch.path)
			p.guard.UnregisterProcess(p.cmd.Process.Pid)
		}
		p.scratch.removeFolder()
		unregisterProcess(p)
		close(p.ended)
	})
}

// killProcess ends the process and waits until it has ended. go-plugin would first speak gRPC to it; what speaks frames has
// nobody to answer that, and each attempt would leave a connection open that tries for ever.
func (p *pluginProcess) killProcess() {
	if !p.framed {
		p.manager.Kill()
		return
	}
	_ = p.cmd.Process.Kill()
	for wait := time.Millisecond; !p.manager.Exited(); wait = min(2*wait, patience/8) {
		time.Sleep(wait)
	}
}
