//go:build !linux

package main

import "github.com/spf13/cobra"

// witness does nothing here: native code is not loaded on this system.
type witness struct{ notes notes }

func newWitness(string) (*witness, error) { return nil, nil }

func (w *witness) dismissWitness() {}

func (t *tool) witnessCommand() *cobra.Command {
	return &cobra.Command{Use: "witness", Hidden: true, Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return nil }}
}
