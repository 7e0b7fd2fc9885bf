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

// readAsset returns a file of the page.
func readAsset(name string) string {
	text, err := web.ReadFile("web/" + name)
	if err != nil {
		panic("page: " + err.Error())
	}
	return string(text)
}

// moduleNames lists the names of the ES modules of the page of results, without their suffix.
func moduleNames() []string { return moduleNamesInFolder("web") }

// moduleNamesInFolder lists the modules of a folder.
func moduleNamesInFolder(folder string) []string {
	entries, err := fs.Glob(web, folder+"/*.js")
	if err != nil {
		panic("page: " + err.Error())
	}
	for i, e := range entries {
		entries[i] = strings.TrimSuffix(path.Base(e), ".js")
	}
	return entries
}

// pageHTML returns the page of results. address gives the address of the file of a module.
func pageHTML(title, head, data, nonce string, address func(name string) string) string {
	imports := map[string]string{}
	for _, m := range moduleNames() {
		imports["trammel/"+m] = address(m + ".js")
	}
	return fillPageTemplate("index.html", title, head, data, nonce, imports)
}

// fillPageTemplate fills a page. imports has the addresses of modules; without a nonce scripts need none.
func fillPageTemplate(file, title, head, data, nonce string, imports map[string]string) string {
	table, err := json.Marshal(map[string]any{"imports": imports})
	if err != nil {
		panic("page: " + err.Error())
	}
	page := strings.NewReplacer(
		"{{title}}", html.EscapeString(title), "{{head}}", head, "{{style}}", readAsset("style.css"), "{{importmap}}", string(table), "{{data}}", data,
	).Replace(readAsset(file))
	if nonce != "" {
		page = strings.NewReplacer("<script type=\"importmap\"", "<script nonce=\""+nonce+"\" type=\"importmap\"",
			"<script type=\"module\"", "<script nonce=\""+nonce+"\" type=\"module\"").Replace(page)
	}
	return page
}

// moduleDataURL is the address of a module that holds its text.
func moduleDataURL(name string) string {
	return "data:text/javascript;base64," + base64.StdEncoding.EncodeToString([]byte(readAsset(name)))
}
