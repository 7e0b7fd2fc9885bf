// Package wirepb is the messages of usersub.proto, generated; the service is in package sdk/grpc/service.
//
// To regenerate them: install protoc 3.21 and the two Go generators
//
//	go install google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.6
//	go install google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.3.0
//
// and run go generate ./wire/wirepb in the folder sdk.
package wirepb

//go:generate protoc --go_out=. --go_opt=paths=source_relative --go-grpc_out=../../grpc/service --go-grpc_opt=paths=source_relative usersub.proto
//go:generate sed -i -e "s#^package wirepb#package service#" -e "s#^\\tcontext \"context\"#&\\n\\n\\t. \"github.com/trammel-mbd/trammel/sdk/wire/wirepb\"#" ../../grpc/service/usersub_grpc.pb.go
