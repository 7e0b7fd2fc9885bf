/* trammel_describe.h - what a plugin says of itself: the JSON of Description in usersub.proto. Part of
 * trammel_plugin.c. */

#define NO_SCRIPTS "{\"missing\":{\"reason\":\"the plugin executes no scripts\"}}"

static struct {
    char *text;
    size_t n, room;
} json;

static void add(const char *text, size_t n)
{
    if (json.n + n + 1 > json.room) {
        json.room = 2 * (json.n + n + 256);
        json.text = (char *)allot(json.text, json.room);
    }
    memcpy(json.text + json.n, text, n);
    json.n += n;
    json.text[json.n] = 0;
}

static void say(const char *text) { add(text, strlen(text)); }

/* quote adds a text of n bytes with quotes around it. */
static void quote(const char *text, size_t n)
{
    char escaped[8];
    say("\"");
    for (; n--; text++) {
        if ((unsigned char)*text < 32 || *text == '"' || *text == '\\') {
            snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned char)*text);
            say(escaped);
        } else {
            add(text, 1);
        }
    }
    say("\"");
}

/* member adds "name":"text" behind a comma. */
static void member(const char *name, const char *text, size_t n)
{
    if (!n) return;
    say(",\""), say(name), say("\":"), quote(text, n);
}

/* number adds "name": and the number as it stands in the source. */
static void number(const char *name, const char *text, size_t n)
{
    say(",\""), say(name), say("\":"), add(text, n);
}

static int blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

/* token takes the next word, or operator, of a parameter. */
static const char *token(const char **at, const char *end, size_t *n)
{
    const char *p = *at, *from;
    while (p < end && blank(*p)) p++;
    from = p;
    if (p < end && strchr("<>=", *p)) {
        while (p < end && strchr("<>=", *p)) p++;
    } else {
        while (p < end && !blank(*p) && !strchr("<>=", *p)) p++;
    }
    *at = p, *n = (size_t)(p - from);
    return from;
}

static int is(const char *word, const char *text, size_t n) { return strlen(word) == n && !memcmp(word, text, n); }

static int is_number(const char *text, size_t n)
{
    char copy[40], *end;
    if (n == 0 || n >= sizeof copy || !strchr("-0123456789", *text)) return 0;
    memcpy(copy, text, n), copy[n] = 0;
    strtod(copy, &end);
    return !*end && copy[n - 1] != '.';
}

/* unit adds the unit that stands in brackets, if there is one. It returns 0 if the bracket is not closed. */
static int unit(const char **at, const char *end)
{
    const char *from;
    while (*at < end && blank(**at)) ++*at;
    if (*at == end || **at != '[') return 1;
    for (from = ++*at; *at < end && **at != ']';) ++*at;
    if (*at == end) return 0;
    member("unit", from, (size_t)((*at)++ - from));
    return 1;
}

/* said adds what stands behind a colon. */
static void said(const char *colon, const char *end)
{
    if (colon == end) return;
    for (colon++; colon < end && blank(*colon);) colon++;
    while (end > colon && blank(end[-1])) end--;
    member("doc", colon, (size_t)(end - colon));
}

/* quantity adds one state or input. It returns 0 if it cannot be read. */
static int quantity(const char *at, const char *end)
{
    const char *colon = at, *word;
    size_t n = 0;
    while (colon < end && *colon != ':') colon++;
    while (at < colon && blank(*at)) at++;
    for (word = at; at < colon && !blank(*at) && *at != '['; at++) n++;
    if (!n) return 0;
    say("{\"name\":"), quote(word, n);
    if (!unit(&at, colon)) return 0;
    while (at < colon && blank(*at)) at++;
    if (at < colon) return 0;
    said(colon, end);
    say("}");
    return 1;
}

/* size adds one size, name = number. It returns 0 if it cannot be read. */
static int size(const char *at, const char *end)
{
    const char *name, *word;
    size_t n, m, k;
    name = token(&at, end, &n);
    if (!n || strchr("<>=", *name) || (word = token(&at, end, &m), !is("=", word, m))) return 0;
    word = token(&at, end, &m);
    if (!m || m > 9) return 0;
    for (k = 0; k < m; k++)
        if (word[k] < '0' || word[k] > '9') return 0;
    while (m > 1 && *word == '0') word++, m--; /* JSON knows no zeros in front */
    quote(name, n), say(":"), add(word, m);
    return token(&at, end, &m), !m;
}

/* list adds the entries of a text, with ; between them, each as one says. It returns what cannot be read, 0 if all is well. */
static const char *list(const char *text, int (*one)(const char *at, const char *end))
{
    const char *end = text + strlen(text), *from;
    int first = 1;
    for (; text < end; text++) {
        while (text < end && (blank(*text) || *text == ';')) text++;
        if (text == end) break;
        from = text;
        while (text < end && *text != ';') text++;
        if (!first) say(",");
        first = 0;
        if (!one(from, text)) return from;
    }
    return 0;
}

/* parameter adds one parameter, written as trammel_plugin.h says. It returns 0 if it cannot be read. */
static int parameter(const char *at, const char *end)
{
    const char *colon = at, *word, *next;
    size_t n, m;
    while (colon < end && *colon != ':') colon++;
    word = token(&at, colon, &n);
    if (!n || strchr("<>=[", *word)) return 0;
    say("{\"name\":"), quote(word, n);
    if (!unit(&at, colon)) return 0;
    while ((word = token(&at, colon, &n)), n) {
        if (is("integer", word, n)) {
            say(",\"type\":\"INTEGER\"");
        } else if (is("many", word, n)) {
            say(",\"many\":true");
        } else if (is("id", word, n)) {
            say(",\"type\":\"ID\"");
            next = at, word = token(&next, colon, &m);
            if (m && !strchr("<>=", *word) && !is("many", word, m)) member("element", word, m), at = next;
        } else if (strchr("<>=", *word)) {
            next = token(&at, colon, &m);
            if (!is_number(next, m)) return 0;
            if (is("=", word, n)) number("default", next, m);
            else if (is(">", word, n)) number("min", next, m), say(",\"aboveMin\":true");
            else if (is(">=", word, n)) number("min", next, m);
            else if (is("<", word, n)) number("max", next, m), say(",\"belowMax\":true");
            else if (is("<=", word, n)) number("max", next, m);
            else return 0;
        } else {
            return 0;
        }
    }
    said(colon, end);
    say("}");
    return 1;
}

/* parameters adds the list of a routine. It returns what cannot be read, 0 if all is well. */
static const char *parameters(const char *text)
{
    const char *bad;
    if (!strcmp(text, "none")) {
        say(",\"parameterless\":true");
        return 0;
    }
    say(",\"parameters\":[");
    bad = list(text, parameter);
    say("]");
    return bad;
}

/* sized adds the states, inputs and sizes of a routine. It returns what cannot be read, 0 if all is well. */
static const char *sized(const struct trammel_routine *r)
{
    const char *bad = 0;
    if (r->states) say(",\"states\":["), bad = list(r->states, quantity), say("]");
    if (r->inputs && !bad) say(",\"inputs\":["), bad = list(r->inputs, quantity), say("]");
    if (r->sizes && !bad) say(",\"sizes\":{"), bad = list(r->sizes, size), say("}");
    return bad;
}

static char wrong[MESSAGE];

/* check_table writes the description. It returns what is wrong with the table, or 0. */
static const char *check_table(void)
{
    const char *name = strchr(plugin_name, '/');
    int i, k;
    say("{\"name\":"), quote(name ? name + 1 : plugin_name, strlen(name ? name + 1 : plugin_name));
    if (name) member("vendor", plugin_name, (size_t)(name - plugin_name));
    member("version", plugin_version, strlen(plugin_version));
    say(",\"protocol\":1,\"routines\":[");
    for (i = 0; i < nroutine; i++) {
        const struct trammel_routine *r = &routines[i];
        const char *bad;
        if (!r->kind || !r->name || !r->routine) {
            snprintf(wrong, sizeof wrong, "row %d of its table lacks a kind, a name or a function", i + 1);
            return wrong;
        }
        for (k = 0; k < i; k++)
            if (!strcmp(routines[k].name, r->name)) {
                snprintf(wrong, sizeof wrong, "its table has %s twice", r->name);
                return wrong;
            }
        if (i) say(",");
        say("{\"name\":"), quote(r->name, strlen(r->name));
        member("kind", r->kind, strlen(r->kind));
        if (r->doc) member("doc", r->doc, strlen(r->doc));
        if (r->flags & TRAMMEL_PURE) say(",\"pure\":true");
        if (r->parameters && (bad = parameters(r->parameters))) {
            snprintf(wrong, sizeof wrong, "the parameters of %s cannot be read at \"%.60s\"", r->name, bad);
            return wrong;
        }
        if ((bad = sized(r))) {
            snprintf(wrong, sizeof wrong, "the states, inputs or sizes of %s cannot be read at \"%.60s\"", r->name, bad);
            return wrong;
        }
        say("}");
    }
    say("]}");
    return 0;
}

/* describe serves DESCRIBE. */
static void describe(void)
{
    begin_message();
    put_text(json.text, json.n);
    send_message(DESCRIPTION);
}
