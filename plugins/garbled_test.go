package plugins_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	grpcwire "github.com/trammel-mbd/trammel/sdk/grpc"
	"github.com/trammel-mbd/trammel/sdk/grpc/service"
	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// garbledPlugin is a plugin whose messages are wrong. It is written without the
// server of package wire, as one in another language would be.
type garbledPlugin struct {
	plugin.NetRPCUnsupportedPlugin
	service.UnimplementedRoutinesServer
}

func serveGarbled() {
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: grpcwire.Handshake,
		VersionedPlugins: map[int]plugin.PluginSet{
			wire.Version: {grpcwire.Service: &garbledPlugin{}}},
		GRPCServer: plugin.DefaultGRPCServer,
	})
}

func (g *garbledPlugin) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	service.RegisterRoutinesServer(s, g)
	return nil
}

func (g *garbledPlugin) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errors.New("not a host")
}

func (g *garbledPlugin) Describe(context.Context, *wirepb.DescribeRequest) (*wirepb.Description, error) {
	d := &wirepb.Description{Name: "garbled", Protocol: wire.Version}
	for _, name := range []string{"lengths", "empty", "model", "leaves"} {
		d.Routines = append(d.Routines, &wirepb.Offer{Name: name, Kind: "VARSUB"})
	}
	return d, nil
}

func (g *garbledPlugin) Connect(stream service.Routines_ConnectServer) error {
	name := ""
	for {
		m, err := stream.Recv()
		if err != nil {
			return err
		}
		if open := m.GetOpen(); open != nil {
			name = open.Routine
			continue
		}
		switch name {
		case "lengths":
			err = stream.Send(&wirepb.ToHost{What: &wirepb.ToHost_Done{
				Done: &wirepb.Done{Reals: []float64{1, 2}}}})
		case "empty":
			err = stream.Send(&wirepb.ToHost{})
		case "model":
			err = stream.Send(&wirepb.ToHost{What: &wirepb.ToHost_Ask{
				Ask: &wirepb.Ask{Kind: wirepb.AskKind_MODFNC, Name: "Part"}}})
		case "leaves":
			return fmt.Errorf("enough")
		}
		if err != nil {
			return err
		}
	}
}
