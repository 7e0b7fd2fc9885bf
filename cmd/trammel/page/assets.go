// Package page shows results: a page of plain ES modules in the browser, served on the loopback address or as one file
// with all data inside, and pictures and plots without a browser. See README.md.
package page

import (
	"embed"
	"encoding/base64"
	"encoding/json"
	"html"
	"io/fs"
	"path"
	"strings"
)

//go:embed web
var web embed.FS

// asset returns a file of the page.
func asset(name string) string {
	text, err := web.ReadFile("web/" + name)
	if err != nil {
		panic("page: " + err.Error())
	}
	return string(text)
}

// modules lists the names of the ES modules without their suffix.
func modules() []string {
	entries, err := fs.Glob(web, "web/*.js")
	if err != nil {
		panic("page: " + err.Error())
	}
	for i, e := range entries {
		entries[i] = strings.TrimSuffix(path.Base(e), ".js")
	}
	return entries
}

// document returns the page. address gives the address of the file of a module.
func document(title, head, data, nonce string, address func(name string) string) string {
	imports := map[string]string{}
	for _, m := range modules() {
		imports["trammel/"+m] = address(m + ".js")
	}
	table, err := json.Marshal(map[string]any{"imports": imports})
	if err != nil {
		panic("page: " + err.Error())
	}
	page := strings.NewReplacer(
		"{{title}}", html.EscapeString(title), "{{head}}", head, "{{style}}", asset("style.css"), "{{importmap}}", string(table), "{{data}}", data,
	).Replace(asset("index.html"))
	if nonce != "" {
		page = strings.NewReplacer("<script type=\"importmap\"", "<script nonce=\""+nonce+"\" type=\"importmap\"",
			"<script type=\"module\"", "<script nonce=\""+nonce+"\" type=\"module\"").Replace(page)
	}
	return page
}

// inlineModule is the address of a module that holds its text.
func inlineModule(name string) string {
	return "data:text/javascript;base64," + base64.StdEncoding.EncodeToString([]byte(asset(name)))
}
