// Package trammel holds the documents of the repository, so that the program can make its manual of them.
package trammel

import "embed"

// Documents are the documents in Markdown by their paths in the repository, with their pictures, except picture.png of the examples but that of the first README:
// these are renderings of some megabytes, and a released program has 45 at most.
//
//go:embed README.md CHANGELOG.md cmd/*.md cmd/*/*.md cmd/*/*/*.md core/README.md core/GLOSSARY.md core/*/README.md core/*/*/*.md usersub/README.md usersub/*/*.md usersub/*/*/*.md
//go:embed plugins/*.md plugins/*/*.md examples/*.md examples/*/*.md examples/catenary/catenary.png examples/double-wishbone/picture.png examples/*/*.svg
var Documents embed.FS
