// Versioned is a small plugin whose version the linker sets.
package main

import "github.com/trammel-mbd/trammel/sdk"

var version string

func main() {
	sdk.Serve(sdk.Plugin{Name: "versioned", Vendor: "acme", Version: version, Routines: map[string]sdk.Routine{
		"one": sdk.VARSUB(func(*sdk.Call) float64 { return 1 })}})
}
