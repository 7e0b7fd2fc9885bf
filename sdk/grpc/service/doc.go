// Package service is the gRPC service of usersub.proto, generated. The messages are in package wirepb, so that plugins
// without gRPC have them alone; go generate in wirepb makes both.
package service
