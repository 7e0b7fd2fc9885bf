//go:build !linux

package main

import "github.com/spf13/cobra"

// witnessProcess does nothing here: native code is not loaded on this system.
type witnessProcess struct{ notes witnessMemory }

func startWitnessProcess(string) (*witnessProcess, error) { return nil, nil }

func (w *witnessProcess) dismiss() {}

func (t *tool) witnessCommand() *cobra.Command {
	return &cobra.Command{Use: "witness", Hidden: true, Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return nil }}
}
