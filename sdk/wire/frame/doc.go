// Package frame carries the conversation with a plugin as plain bytes, through shared memory or a socket: the
// format that FRAMES.md beside it describes byte by byte. It knows how messages look and how they travel; what they
// mean is reported in package wire.
//
// A Conn is one end. Its methods belong to one goroutine, except Close. Nothing here trusts the other end: what it
// sends is copied once and checked before use.
package frame
