package main

import (
	"bytes"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/element"
)

func (t *tool) schemaCommand() *cobra.Command {
	var markdown bool
	cmd := &cobra.Command{
		Use:   "schema [--markdown]",
		Short: "Print the XML Schema of decks, or the reference of their elements",
		Long: `Prints an XML Schema (XSD) of decks in XML, made from the table of elements that
the solver reads with, so that editors complete names and values and check them:

  trammel schema > trammel.xsd

With --markdown it prints the reference of all elements and attributes with units
and defaults. Elements and attributes have the spelling of the table there; the
solver reads them in any case.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			write := element.Table().XSD
			if markdown {
				write = element.Table().Markdown
			}
			var b bytes.Buffer
			_ = write(&b)
			_, _ = t.data.Write(b.Bytes()) // it keeps its error
			return nil
		},
	}
	cmd.Flags().BoolVar(&markdown, "markdown", false, "print the reference in Markdown")
	return cmd
}
