// Package wirepb is generated from usersub.proto.
//
// To regenerate it: install protoc 3.21 and the two Go generators
//
//	go install google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.6
//	go install google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.3.0
//
// and run go generate ./sdk/wire/wirepb.
package wirepb

//go:generate protoc --go_out=. --go_opt=paths=source_relative --go-grpc_out=. --go-grpc_opt=paths=source_relative usersub.proto
