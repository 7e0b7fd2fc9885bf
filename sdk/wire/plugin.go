package wire

import (
	"context"
	"errors"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
)

// Version is the version of the protocol that this package speaks. It grows
// when an end of the old version would misunderstand one of the new.
const Version = 1

// Service is the name under which go-plugin knows the service.
const Service = "usersub"

// SocketPrefix begins the name of the private folder that the host makes for the
// socket of a plugin.
const SocketPrefix = "trammel-plugin-"

// Alone is the status with which a plugin ends because its solver is gone, or its connection is.
const Alone = 113

// BrokeOff is what a plugin says before it ends because its connection broke.
const BrokeOff = "the conversation with the solver broke off"

// Handshake keeps programs that are no plugins of ours from being taken for
// one. It is no protection against anybody.
var Handshake = plugin.HandshakeConfig{
	MagicCookieKey:   "TRAMMEL_PLUGIN",
	MagicCookieValue: "a guide that holds a point to a curve",
}

// Versions is the set of services that a host or plugin speaks, for
// go-plugin's negotiation. server is nil in the host.
func Versions(server *Server) map[int]plugin.PluginSet {
	return map[int]plugin.PluginSet{Version: {Service: &Plugin{Serves: server}}}
}

// Plugin ties both ends to go-plugin.
type Plugin struct {
	plugin.NetRPCUnsupportedPlugin
	Serves *Server // nil in the host
}

var _ plugin.GRPCPlugin = (*Plugin)(nil)

// GRPCServer implements plugin.GRPCPlugin in the plugin.
func (p *Plugin) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	if p.Serves == nil {
		return errors.New("wire: a plugin needs a server")
	}
	p.Serves.Register(s)
	return nil
}

// Connection is what the host's end of go-plugin dispenses.
type Connection struct {
	Client *Client
	Exited context.Context // done when the process has exited
}

// GRPCClient implements plugin.GRPCPlugin in the host.
func (p *Plugin) GRPCClient(exited context.Context, _ *plugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return &Connection{NewClient(conn), exited}, nil
}
