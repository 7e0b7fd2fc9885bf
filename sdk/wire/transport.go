package wire

import (
	"google.golang.org/grpc"

	"github.com/trammel-mbd/trammel/sdk/wire/frame"
)

// window is the room for messages under way in one direction. A window of the
// default size makes gRPC estimate a better one by a ping after each message,
// and that ping costs as much as the message.
const window = 1 << 20

// DialOptions are the host's settings of the connection. Messages are as long as in frames at most.
func DialOptions() []grpc.DialOption {
	return []grpc.DialOption{grpc.WithInitialWindowSize(window), grpc.WithInitialConnWindowSize(window),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(frame.MaxPayload), grpc.MaxCallSendMsgSize(frame.MaxPayload))}
}

// NewGRPCServer makes a server with the plugin's settings of the connection
// besides opts.
func NewGRPCServer(opts []grpc.ServerOption) *grpc.Server {
	return grpc.NewServer(append(opts, grpc.InitialWindowSize(window), grpc.InitialConnWindowSize(window),
		grpc.MaxRecvMsgSize(frame.MaxPayload), grpc.MaxSendMsgSize(frame.MaxPayload))...)
}
