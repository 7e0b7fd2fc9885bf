// Package grpc carries calls of plugins over gRPC, for solvers and plugins that do not share frames: where
// a solver is started with --plugin-transport grpc. A plugin takes it along with
//
//	sdk.Serve(plugin, grpc.Serve)
//
// which adds some 10 MB and a dozen modules to it.
package grpc

import (
	"context"
	"errors"
	"os"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
)

// Service is the name under which go-plugin knows the service.
const Service = "usersub"

// Handshake is that of package wire, for go-plugin.
var Handshake = plugin.HandshakeConfig{MagicCookieKey: wire.HandshakeKey, MagicCookieValue: wire.HandshakeValue}

// Serve serves a plugin over gRPC until the solver is done.
func Serve(server *wire.Server) {
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig:  Handshake,
		VersionedPlugins: ProtocolVersions(server),
		GRPCServer:       NewServer,
		Logger:           hclog.New(&hclog.LoggerOptions{Level: hclog.Warn, Output: os.Stderr, JSONFormat: true}),
	})
}

// ProtocolVersions is the set of services that a host or plugin speaks, for
// go-plugin's negotiation. server is nil in the host.
func ProtocolVersions(server *wire.Server) map[int]plugin.PluginSet {
	return map[int]plugin.PluginSet{wire.Version: {Service: &Plugin{Serves: server}}}
}

// Plugin ties both ends to go-plugin.
type Plugin struct {
	plugin.NetRPCUnsupportedPlugin
	Serves *wire.Server // nil in the host
}

var _ plugin.GRPCPlugin = (*Plugin)(nil)

// GRPCServer implements plugin.GRPCPlugin in the plugin.
func (p *Plugin) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	if p.Serves == nil {
		return errors.New("grpc: a plugin needs a server")
	}
	Register(s, p.Serves)
	return nil
}

// Connection is what the host's end of go-plugin dispenses.
type Connection struct {
	Client *wire.Client
	Exited context.Context // done when the process has exited
}

// GRPCClient implements plugin.GRPCPlugin in the host.
func (p *Plugin) GRPCClient(exited context.Context, _ *plugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return &Connection{NewClient(conn), exited}, nil
}

// window is the room for messages under way in one direction. A window of the
// default size makes gRPC estimate a better one by a ping after each message,
// and that ping costs as much as the message.
const window = 1 << 20

// DialOptions are the host's settings of the connection. Messages are as long as in frames at most.
func DialOptions() []grpc.DialOption {
	return []grpc.DialOption{grpc.WithInitialWindowSize(window), grpc.WithInitialConnWindowSize(window),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(frame.MaxPayload), grpc.MaxCallSendMsgSize(frame.MaxPayload))}
}

// NewServer makes a server with the plugin's settings of the connection
// besides opts.
func NewServer(opts []grpc.ServerOption) *grpc.Server {
	return grpc.NewServer(append(opts, grpc.InitialWindowSize(window), grpc.InitialConnWindowSize(window),
		grpc.MaxRecvMsgSize(frame.MaxPayload), grpc.MaxSendMsgSize(frame.MaxPayload))...)
}
