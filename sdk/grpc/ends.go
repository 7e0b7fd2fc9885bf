package grpc

import (
	"context"
	"errors"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/trammel-mbd/trammel/sdk/grpc/service"
	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// NewClient returns the solver's end over conn. Nothing is sent yet.
func NewClient(conn grpc.ClientConnInterface) *wire.Client {
	return wire.NewClient(host{service.NewRoutinesClient(conn)})
}

// host is a wire.Service over gRPC.
type host struct{ rpc service.RoutinesClient }

func (h host) Describe(ctx context.Context) (*wirepb.Description, error) {
	return h.rpc.Describe(ctx, &wirepb.DescribeRequest{})
}

func (h host) Find(ctx context.Context, m *wirepb.FindRequest) (*wirepb.Found, error) {
	return h.rpc.Find(ctx, m)
}

func (h host) Connect(ctx context.Context) (wire.HostStream, error) {
	s, err := h.rpc.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return stream{s}, nil
}

// stream is a wire.HostStream over gRPC.
type stream struct{ service.Routines_ConnectClient }

func (s stream) Send(m *wirepb.ToPlugin) error {
	return convertLengthError(s.Routines_ConnectClient.Send(m))
}

func (s stream) Recv() (*wirepb.ToHost, error) {
	m, err := s.Routines_ConnectClient.Recv()
	return m, convertLengthError(err)
}

// convertLengthError turns the error for a message that is longer than MaxPayload into the one that frames have.
func convertLengthError(err error) error {
	if err != nil && status.Code(err) == codes.ResourceExhausted {
		return frame.NewGarbledError("%s", status.Convert(err).Message())
	}
	return err
}

// Register makes g serve s.
func Register(g *grpc.Server, s *wire.Server) {
	service.RegisterRoutinesServer(g, &pluginService{server: s})
}

// pluginService is a plugin as gRPC calls it.
type pluginService struct {
	service.UnimplementedRoutinesServer
	server *wire.Server
}

// Describe implements the service.
func (g *pluginService) Describe(context.Context, *wirepb.DescribeRequest) (*wirepb.Description, error) {
	return g.server.Describe(), nil
}

// Find implements the service.
func (g *pluginService) Find(_ context.Context, m *wirepb.FindRequest) (*wirepb.Found, error) {
	found, err := g.server.Find(m)
	if errors.Is(err, wire.ErrNoScripts) {
		return nil, status.Error(codes.Unimplemented, err.Error())
	}
	return found, err
}

// Connect implements the service: it serves one conversation to its end.
func (g *pluginService) Connect(s service.Routines_ConnectServer) error {
	return g.server.ServeStream(s)
}
