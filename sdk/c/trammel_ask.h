/* trammel_ask.h - what routines ask the solver: SYSFNC, SYSARY and the utilities. Part of trammel_plugin.c.
 * A query is looked for among the answers that came with the call; what is not there costs a message. */

enum { NAME_BYTES = 4096, MOST_PAR = 4096 };

/* letters returns where the text of n bytes begins without blanks around it, and its length. */
static const char *letters(const char *text, int *n)
{
    while (*n > 0 && (*text == ' ' || *text == '\t')) text++, --*n;
    while (*n > 0 && (text[*n - 1] == ' ' || text[*n - 1] == '\t')) --*n;
    return text;
}

static int upper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }

/* extent is the length of a text: up to a zero byte in C (length -1); in Fortran without the blanks at its end. C code
 * that calls the Fortran name leaves the length out, then it is anything: the text ends with a zero. */
static int extent(const char *text, long length, int most)
{
    int n = 0;
    if (length >= 0) {
        most = (int)length;
        if (most < 1 || most > 4096) most = 32;
    }
    while (text && n < most && text[n]) n++;
    if (length >= 0)
        while (n > 0 && text[n - 1] == ' ') n--;
    return n;
}

static int same_name(const char *name, const char *text, int n)
{
    int i;
    for (i = 0; i < n; i++)
        if (name[i] != upper(text[i])) return 0;
    return name[n] == 0;
}

/* find returns the foreseen query, or 0. Routines ask in the same order each time, so that the search starts behind
 * the last one found. */
static struct query *find(struct place *p, int ary, const char *name, int n, const int *par, int npar)
{
    int i = p->next_query, k;
    for (k = p->nquery; k > 0; k--, i++) {
        struct query *q;
        if (i >= p->nquery) i = 0;
        q = &p->query[i];
        if (q->ary == ary && q->npar == npar && same_name(q->name, name, n) &&
            (npar == 0 || !memcmp(q->par, par, 4 * (size_t)npar))) {
            p->next_query = i + 1;
            return q;
        }
    }
    return 0;
}

static void learn(struct place *p, int ary, const char *name, int n, const int *par, int npar, int values)
{
    struct query *q;
    int i;
    p->query = (struct query *)allot(p->query, (size_t)(p->nquery + 1) * sizeof *q);
    q = &p->query[p->nquery++];
    q->ary = ary, q->npar = npar, q->n = values, q->at = p->nvalue, q->flag = 0;
    q->name = (char *)allot(0, (size_t)n + 1);
    for (i = 0; i < n; i++) q->name[i] = (char)upper(name[i]);
    q->name[n] = 0;
    q->par = (int *)allot(0, 4 * (size_t)npar);
    if (npar) memcpy(q->par, par, 4 * (size_t)npar);
    p->nvalue += values;
    p->value = (double *)allot(p->value, 8 * (size_t)p->nvalue);
}

static void forget(struct place *p)
{
    int i;
    for (i = 0; i < p->nquery; i++) free(p->query[i].name), free(p->query[i].par);
    p->nquery = p->nvalue = p->next_query = 0;
}

static void begin_ask(int kind, int npar, int ninput, const char *name, int n)
{
    int i;
    begin_message();
    put_u32((uint32_t)kind), put_u32((uint32_t)calling->index), put_u32((uint32_t)npar), put_u32((uint32_t)ninput);
    put_u32((uint32_t)n), put_u32(0);
    for (i = 0; i < n; i++) {
        char c = (char)upper(name[i]);
        put(&c, 1);
    }
    pad();
    put_text("", 0); /* the attribute of MODFNC, which is asked as a utility here */
}

/* answer is what an ANSWER begins with. */
struct answer {
    int flag;
    uint32_t nvalue, noutput;
    const double *value;
};

/* end_ask sends the query and waits for the answer; calls that come in between are made. */
static void end_ask(struct reader *r, struct answer *a)
{
    uint32_t n;
    send_message(ASK);
    serve_until(ANSWER, r);
    if (calling && calling->all->n > 1) count_call(calling->index + 1); /* calls in between have counted, too */
    a->flag = (int)take_u32(r), a->nvalue = take_u32(r), a->noutput = take_u32(r);
    take_zero(r);
    take_text(r, &n);
    a->value = take_reals(r, a->nvalue);
    if (r->bad || a->nvalue > 4096) fault("ANSWER does not fit");
}

/* ask gives the query with its answer; 0 outside of calls, or where it makes no sense. The values of the answer are
 * good until the next query. */
static struct query *ask(int ary, const char *name, int n, const int *par, int npar)
{
    struct place *p = calling ? calling->place : 0;
    struct query *q;
    struct reader r;
    struct answer a;
    name = letters(name, &n);
    if (!p || npar < 0 || npar > MOST_PAR || (npar && !par)) return 0;
    q = find(p, ary, name, n, par, npar);
    if (q) return q;
    begin_ask(ary, npar, 0, name, n);
    put_ints(par, (size_t)npar);
    end_ask(&r, &a);
    if (r.at != r.end || a.noutput || (!ary && a.nvalue != 1)) fault("ANSWER does not fit");
    learn(p, ary, name, n, par, npar, (int)a.nvalue);
    q = &p->query[p->nquery - 1];
    q->flag = a.flag;
    if (a.nvalue) memcpy(p->value + q->at, a.value, 8 * (size_t)a.nvalue);
    return q;
}

static void ask_fnc(const char *name, int n, const int *par, int npar, double *state, int *flag)
{
    struct query *q = ask(0, name, n, par, npar);
    *state = q && q->n ? calling->place->value[q->at] : 0;
    *flag = q ? q->flag : 1;
}

static void ask_ary(const char *name, int n, const int *par, int npar, double *states, int *nstates, int *flag)
{
    struct query *q = ask(1, name, n, par, npar);
    if (q && q->n) memcpy(states, calling->place->value + q->at, 8 * (size_t)q->n);
    *nstates = q ? q->n : 0;
    *flag = q ? q->flag : 1;
}

void c_sysfnc(const char *name, const int *par, int npar, double *state, int *flag)
{
    ask_fnc(name, extent(name, -1, NAME_BYTES), par, npar, state, flag);
}

void c_sysary(const char *name, const int *par, int npar, double *states, int *nstates, int *flag)
{
    ask_ary(name, extent(name, -1, NAME_BYTES), par, npar, states, nstates, flag);
}

/* Fortran compilers of different systems write a name in these ways. All are weak: a program may have functions with
 * such names of its own. */
#ifdef __APPLE__
#define FORTRAN(UPPER, lower)
#define WEAK __attribute__((weak))
#else
#define FORTRAN(UPPER, lower)                                                    \
    extern __typeof(lower##_) UPPER __attribute__((weak, alias(#lower "_")));     \
    extern __typeof(lower##_) lower __attribute__((weak, alias(#lower "_")));
#define WEAK __attribute__((weak))
#endif

WEAK void sysfnc_(const char *name, const int *par, const int *npar, double *state, int *flag, long n)
{
    ask_fnc(name, extent(name, (int)n < 0 ? 0 : (int)n, NAME_BYTES), par, *npar, state, flag);
}
FORTRAN(SYSFNC, sysfnc)

WEAK void sysary_(const char *name, const int *par, const int *npar, double *states, int *nstates, int *flag, long n)
{
    ask_ary(name, extent(name, (int)n < 0 ? 0 : (int)n, NAME_BYTES), par, *npar, states, nstates, flag);
}
FORTRAN(SYSARY, sysary)

/* ---- utilities ---------------------------------------------------------- */

/* An argument as it was passed: a value (scalars in C) or an address. */
union word {
    int i;
    double r;
    void *p;
};

/* A utility. args lists its arguments with blanks between them: i, r and t are integers, reals and texts that it reads,
 * I, R and T what it sets; then [length]: a number, ? (depends on the utility), or places of integer arguments ($1*$2);
 * + is an output that is read as well, & a scalar that C passes by reference, - a length that is left alone where it is
 * right already. */
struct utility {
    const char *name, *args;
    int flag, failed; /* place of the error flag or -1; what it is set to */
};

/* argument is one entry of args. */
struct entry {
    char kind;
    int reads, pointer, implied;
    char length[16];
};

static const char *next_entry(const char *at, struct entry *e)
{
    size_t n = 0;
    memset(e, 0, sizeof *e);
    while (*at == ' ') at++;
    if (!*at) return 0;
    e->kind = *at++;
    if (*at == '[')
        for (at++; *at != ']'; at++)
            if (n + 1 < sizeof e->length) e->length[n++] = *at;
    for (; *at && *at != ' '; at++) {
        if (*at == '+') e->reads = 1;
        if (*at == '&') e->pointer = 1;
        if (*at == '-') e->implied = 1;
    }
    return at;
}

static int is_out(const struct entry *e) { return e->kind == 'I' || e->kind == 'R' || e->kind == 'T'; }

static int by_value(const struct entry *e, int fortran)
{
    return !fortran && !is_out(e) && !e->length[0] && !e->pointer && e->kind != 't';
}

/* rotation is the number of values of a system of rotations. */
static int rotation(const char *text, int n)
{
    text = letters(text, &n);
    return same_name("EULPAR", text, n) ? 4 : same_name("COSINES", text, n) ? 9 : 3;
}

/* input_length returns the number of entries of an input whose length depends on the utility. */
static int input_length(const struct utility *u, const union word *w, int fortran, const long *lengths)
{
    static const int angles[] = {6, 3, 3, 4};
    if (!strcmp(u->name, "RCNVRT"))
        return rotation((const char *)w[0].p, extent((const char *)w[0].p, lengths ? lengths[0] : -1, NAME_BYTES));
    if (!strcmp(u->name, "PUT_MARKER")) {
        int kind = fortran ? *(int *)w[2].p : w[2].i;
        return kind < 0 || kind > 3 ? 0 : angles[kind];
    }
    return -1;
}

/* count is the number of entries of an input, -1 where its length makes no sense. */
static int count(const struct utility *u, const struct entry *e, const union word *w, int fortran, const long *lengths)
{
    const char *at = e->length;
    long n = 1;
    if (!*at) return 1;
    if (*at == '?') return input_length(u, w, fortran, lengths);
    for (; *at; at++) {
        if (*at == '$') {
            char *end;
            long k = strtol(at + 1, &end, 10), v;
            struct entry size;
            const char *p = u->args;
            long i;
            for (i = 0; i <= k; i++) p = next_entry(p, &size);
            v = by_value(&size, fortran) ? w[k].i : w[k].p ? *(int *)w[k].p : -1;
            if (v < 0 || v > 1 << 24) return -1;
            n *= v;
            at = end - 1;
        } else if (*at != '*') {
            n = atol(at);
            break;
        }
    }
    return n > 1 << 24 ? -1 : (int)n;
}

/* put_inputs writes all inputs; it returns 0 for lengths that make no sense and missing pointers. */
static int put_inputs(const struct utility *u, const union word *w, int fortran, const long *lengths)
{
    const char *at = u->args;
    struct entry e;
    int i, text = 0;
    for (i = 0; (at = next_entry(at, &e)); i++) {
        int n, is_text = e.kind == 't' || e.kind == 'T';
        long length = is_text && lengths ? lengths[text] : -1;
        const void *p = by_value(&e, fortran) ? (const void *)&w[i] : w[i].p;
        text += is_text;
        if (is_out(&e) && !e.reads) continue;
        n = count(u, &e, w, fortran, lengths);
        if (n < 0 || (!p && n > 0)) return 0;
        put_u32(e.kind == 'i' || e.kind == 'I' ? (uint32_t)n : 0);
        put_u32(e.kind == 'r' || e.kind == 'R' ? (uint32_t)n : 0);
        put_u32(is_text ? 1 : 0), put_u32(0);
        if (is_text)
            put_text((const char *)p, (size_t)extent((const char *)p, length, 1 << 16));
        else if (e.kind == 'i' || e.kind == 'I')
            put_ints((const int *)p, (size_t)n);
        else
            put_reals((const double *)p, (size_t)n);
    }
    return 1;
}

/* get_text writes a text: with a zero behind it in C (length -1), filled with blanks in Fortran. */
static void get_text(char *to, const char *from, uint32_t n, long length)
{
    uint32_t room = (uint32_t)(int)length;
    if (length < 0 || (int)length < 1 || (int)length > 4096) {
        memcpy(to, from, n), to[n] = 0;
        return;
    }
    if (n > room) n = room;
    memcpy(to, from, n), memset(to + n, ' ', room - n);
}

/* get_names writes short names one behind the other, filled with blanks to 3 bytes each, 4 if one needs it, and no zero
 * at the end, since callers give no room for more. In Fortran a length too small for all of them is that of one. */
static void get_names(char *to, struct reader *r, uint32_t n, long length)
{
    struct reader first = *r;
    uint32_t i, k, each = 3, room;
    for (i = 0; i < n; i++) {
        take_text(&first, &k);
        if (k > 3) each = 4;
    }
    room = n * each;
    if (length > 0 && (int)length > 0 && (int)length <= 4096) {
        if ((uint32_t)length < room)
            each = (uint32_t)length, room = each * n;
        else
            room = (uint32_t)length;
    }
    memset(to, ' ', room);
    for (i = 0; i < n; i++) {
        const char *name = take_text(r, &k);
        memcpy(to + i * each, name, k < each ? k : each);
    }
}

/* get_outputs hands the outputs over. */
static void get_outputs(const struct utility *u, union word *w, const long *lengths, struct reader *r, uint32_t n)
{
    const char *at = u->args;
    struct entry e;
    int i, text = 0;
    for (i = 0; (at = next_entry(at, &e)); i++) {
        int is_text = e.kind == 't' || e.kind == 'T';
        long length = is_text && lengths ? lengths[text] : -1;
        uint32_t ints, reals, texts, k;
        const int *iv;
        const double *rv;
        text += is_text;
        if (!is_out(&e)) continue;
        if (n-- == 0) fault("ANSWER lacks outputs of %s", u->name);
        ints = take_u32(r), reals = take_u32(r), texts = take_u32(r);
        take_zero(r);
        iv = take_ints(r, ints), rv = take_reals(r, reals);
        if (r->bad) break;
        if (!w[i].p) {
            while (texts-- && !r->bad) take_text(r, &k);
        } else if (is_text && e.length[0]) {
            get_names((char *)w[i].p, r, texts, length);
        } else if (is_text) {
            const char *t = "";
            for (k = 0; texts--;) t = take_text(r, &k);
            get_text((char *)w[i].p, t, k, length);
        } else if (e.kind == 'R') {
            memcpy(w[i].p, rv, 8 * (size_t)reals);
        } else if (!(e.implied && ints == 1 && *(int *)w[i].p == iv[0])) { /* may be a constant */
            memcpy(w[i].p, iv, 4 * (size_t)ints);
        }
    }
    if (r->bad || r->at != r->end) fault("ANSWER does not fit %s", u->name);
}

/* utility carries a utility out: the solver does. lengths are those of the texts in Fortran, 0 in C. */
static void utility(const struct utility *u, int fortran, union word *w, const long *lengths)
{
    struct reader r;
    struct answer a;
    struct entry e;
    const char *at = u->args;
    int inputs = 0;
    while ((at = next_entry(at, &e))) inputs += !is_out(&e) || e.reads;
    if (calling) begin_ask(3, 0, inputs, u->name, (int)strlen(u->name));
    if (!calling || !put_inputs(u, w, fortran, lengths)) {
        if (u->flag >= 0 && w[u->flag].p) *(int *)w[u->flag].p = u->failed;
        return;
    }
    end_ask(&r, &a);
    get_outputs(u, w, lengths, &r, a.noutput);
}

/* stop ends the call when ERRMES has the tag STOP. */
static void stop(const char *text, long text_n, const char *tag, long tag_n)
{
    int n = extent(tag, tag_n, NAME_BYTES), k = extent(text, text_n, 1 << 16);
    char message[400];
    tag = letters(tag, &n);
    if (!calling || !same_name("STOP", tag, n)) return;
    snprintf(message, sizeof message, "it requests a stop: %.*s", k, text);
    fail(EXCEPTION, message);
}

#include "trammel_table.h"
