/* trammel_plugin.c - the life of a plugin in C, C++ or Fortran: what main does, and what routines call. Compile it and
 * link it with the routines and their table (trammel_plugin.h). It needs the C library only. Its parts are
 * in files of their own, which it includes, so that a build names one file:
 *
 *     trammel_frames.h     messages, shared memory, socket
 *     trammel_slots.h      calls at fixed places in shared memory
 *     trammel_ask.h        SYSFNC, SYSARY and the utilities
 *     trammel_functions.h  STEP, STEP5, POLY, CHEBY
 *     trammel_table.h      one function a utility, written from the solver's table
 *     trammel_describe.h   what the plugin says of itself
 *
 * There is one thread. Calls nest: while a query waits for its answer the solver may have another routine called. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "include/trammel_plugin.h"
#include "trammel_frames.h"

enum { EXCEPTION = 1, RETRY, EXITED, NOT_FINITE, BAD_RETURN, TIMED_OUT, UNUSABLE }; /* how a call ends, 0 is fine */
enum { INT, REAL, TEXT };
enum { MOST_ARGS = 64, MOST_WORDS = 24, PAR_ROOM = 30, SPARE = 16, MESSAGE = 400 };

/* An argument of one element. Arrays stay where they are. */
struct argument {
    char *name;
    int type, out, n;
    void *data; /* int, double, or the text with a zero behind it */
    int word;   /* its place among the words, -1 if the routine does not get it */
    int length; /* place of the length of a text, -1 if it is none */
};

/* A query that the solver foresees. */
struct query {
    char *name;
    int *par;
    int ary, npar, n, at, flag; /* its n values begin at value[at] */
};

/* One element with its routine. */
struct place {
    uint32_t handle;
    const struct trammel_routine *routine;
    struct argument *arg;
    int narg, nword;
    const void *word[MOST_WORDS];
    struct query *query;
    double *value;
    int nquery, nvalue, next_query, busy;
    unsigned char *slot; /* for calls in RUN, 0 without: its inputs are those that are live, */
    uint64_t live;
    int slot_answers;    /* and so many values of answers */
    struct place *next;
};

/* One call of a message, and how it ended. */
struct call {
    uint32_t handle;
    struct place *place;
    int status;
    char message[MESSAGE];
};

/* The calls of one message. */
struct calls {
    struct call *call;
    int n;
    uint32_t run; /* the number of the run, 0 in a CALL */
};

/* The call that is under way; outer are those that wait for its end. */
struct calling {
    struct place *place;
    int index;
    struct calls *all;
    struct calling *outer;
};

static struct calling *calling;
static struct place *places;
static const struct trammel_routine *routines;
static int nroutine;
static const char *plugin_name, *plugin_version;
static int leaving; /* the process ends by our own will */
static pid_t own;   /* this process: a child that a routine forked does not speak to the solver */

static void serve_until(int kind, struct reader *r);

static void leave(int status)
{
    leaving = 1;
    exit(status);
}

/* fail notes how the call under way ends; the first word counts. */
static void fail(int status, const char *message)
{
    struct call *c;
    if (!calling) return;
    c = &calling->all->call[calling->index];
    if (c->status) return;
    c->status = status;
    snprintf(c->message, sizeof c->message, "%s", message ? message : "");
}

void trammel_fail(const char *message) { fail(EXCEPTION, message); }
void trammel_retry(const char *message) { fail(RETRY, message); }

#ifdef __cplusplus
extern "C" {
#endif
#include "trammel_ask.h"
#include "trammel_functions.h"
#ifdef __cplusplus
}
#endif
#include "trammel_describe.h"

/* ---- places ------------------------------------------------------------- */

static struct place *find_place(uint32_t handle)
{
    struct place *p = places;
    while (p && p->handle != handle) p = p->next;
    return p;
}

static const struct trammel_routine *find_routine(const char *name, uint32_t n)
{
    int i;
    for (i = 0; i < nroutine; i++)
        if (strlen(routines[i].name) == n && !memcmp(routines[i].name, name, n)) return &routines[i];
    return 0;
}

/* skipped reports whether C routines of a kind do without an argument. */
static int skipped(const struct trammel_routine *r, const char *name)
{
    size_t i;
    for (i = 0; i < sizeof not_in_c / sizeof *not_in_c; i++)
        if (!(r->flags & TRAMMEL_FORTRAN) && !strcmp(not_in_c[i].kind, r->kind) && !strcmp(not_in_c[i].name, name)) return 1;
    return 0;
}

/* read_argument reads one argument and makes room for it. Old routines read entries of par beyond npar, and write a
 * little behind their outputs. */
static void read_argument(struct reader *r, struct argument *a)
{
    const unsigned char *head = (const unsigned char *)take(r, 4);
    uint32_t n, entries, room;
    const char *name;
    a->type = head[0], a->out = head[1];
    if (head[0] > TEXT || head[1] > 1 || head[2] || head[3]) r->bad = 1;
    entries = take_u32(r);
    take_u32(r); /* its value comes with the first call, too */
    take_zero(r);
    name = take_text(r, &n);
    if (entries > 1 << 24) r->bad = 1;
    if (r->bad) entries = n = 0;
    a->n = (int)entries;
    a->name = (char *)allot(0, n + 1);
    memcpy(a->name, name, n), a->name[n] = 0;
    room = entries;
    if (!strcmp(a->name, "par") && room < PAR_ROOM) room = PAR_ROOM;
    a->data = calloc(room + SPARE, 8);
    if (!a->data) allot(0, (size_t)-1);
    a->word = a->length = -1;
}

/* place_words decides which argument is which word of the call: in C the length of a text stands behind it, in Fortran
 * behind all arguments. It returns 0 if there are too many. */
static int place_words(struct place *p)
{
    int i, fortran = p->routine->flags & TRAMMEL_FORTRAN;
    for (i = 0; i < p->narg; i++) {
        struct argument *a = &p->arg[i];
        if (skipped(p->routine, a->name)) continue;
        if (p->nword + 2 > MOST_WORDS) return 0;
        a->word = p->nword++;
        p->word[a->word] = a->data;
        if (a->type == TEXT && !fortran) a->length = p->nword++;
    }
    for (i = 0; fortran && i < p->narg; i++) {
        if (p->arg[i].type != TEXT) continue;
        if (p->nword >= MOST_WORDS) return 0;
        p->arg[i].length = p->nword++;
    }
    return 1;
}

static void drop_place(struct place *p)
{
    struct place **at = &places;
    int i;
    while (*at && *at != p) at = &(*at)->next;
    if (*at) *at = p->next;
    forget(p);
    for (i = 0; i < p->narg; i++) free(p->arg[i].name), free(p->arg[i].data);
    free(p->arg), free(p->query), free(p->value), free(p);
}

/* open_place serves OPEN. */
static void open_place(struct reader *r)
{
    struct place *p = (struct place *)calloc(1, sizeof *p), *old;
    uint32_t n, routine_n, kind_n;
    const char *routine, *kind;
    char why[MESSAGE] = "";
    int i;
    if (!p) allot(0, (size_t)-1);
    p->handle = take_u32(r), p->narg = (int)take_u32(r);
    take(r, 8);
    routine = take_text(r, &routine_n), kind = take_text(r, &kind_n), take_text(r, &n);
    if (p->narg < 0 || p->narg > MOST_ARGS) r->bad = 1, p->narg = 0;
    p->arg = (struct argument *)calloc((size_t)p->narg + 1, sizeof *p->arg);
    if (!p->arg) allot(0, (size_t)-1);
    for (i = 0; i < p->narg; i++) read_argument(r, &p->arg[i]);
    if (r->bad || r->at != r->end) fault("OPEN does not fit");
    p->routine = find_routine(routine, routine_n);
    if (!p->routine)
        snprintf(why, sizeof why, "the plugin has no routine \"%.*s\"", (int)routine_n, routine);
    else if (strlen(p->routine->kind) != kind_n || memcmp(p->routine->kind, kind, kind_n))
        snprintf(why, sizeof why, "%s is a %s and cannot be called as %.*s", p->routine->name, p->routine->kind, (int)kind_n, kind);
    else if (!place_words(p))
        snprintf(why, sizeof why, "%s has too many arguments, %d are supported", p->routine->kind, MOST_WORDS);
    if ((old = find_place(p->handle))) {
        if (old->busy) fault("handle %u is opened while it is called", p->handle);
        drop_place(old);
    }
    begin_message();
    put_u32(*why ? UNUSABLE : 0), put_u32(0);
    if (*why) {
        put_text(why, strlen(why)), put_text("", 0);
        drop_place(p);
    } else {
        p->next = places, places = p;
    }
    send_message(OPENED);
}

/* ---- calls -------------------------------------------------------------- */

/* The counts of one call's record. */
struct record {
    uint64_t given;
    uint32_t ints, reals, texts, learned, answers, flags, forget;
    const int *iv, *fv;
    const double *rv, *av;
};

/* take_inputs takes over the arguments that are given. It returns 0 if they do not fit. */
static int take_inputs(struct place *p, struct reader *r, const struct record *c)
{
    uint32_t ints = 0, reals = 0, texts = c->texts, n;
    int i;
    for (i = 0; i < p->narg; i++) {
        struct argument *a = &p->arg[i];
        if (!(c->given >> i & 1)) continue;
        if (a->type == INT) {
            if ((uint32_t)a->n > c->ints - ints) return 0;
            memcpy(a->data, c->iv + ints, 4 * (size_t)a->n), ints += (uint32_t)a->n;
        } else if (a->type == REAL) {
            if ((uint32_t)a->n > c->reals - reals) return 0;
            memcpy(a->data, c->rv + reals, 8 * (size_t)a->n), reals += (uint32_t)a->n;
        } else {
            const char *t;
            if (texts == 0) return 0;
            texts--;
            t = take_text(r, &n);
            free(a->data);
            a->data = allot(0, n + 1);
            memcpy(a->data, t, n), ((char *)a->data)[n] = 0;
            if (a->word >= 0) p->word[a->word] = a->data;
            if (a->length >= 0) p->word[a->length] = (const void *)(uintptr_t)n;
        }
    }
    return ints == c->ints && reals == c->reals && texts == 0;
}

/* take_learned brings the foreseen queries up to date. */
static int take_answers(struct place *p, const struct record *c)
{
    uint32_t i;
    if (c->answers != (uint32_t)p->nvalue || (c->flags && c->flags != (uint32_t)p->nquery)) return 0;
    if (c->answers) memcpy(p->value, c->av, 8 * (size_t)c->answers);
    for (i = 0; i < c->flags; i++) p->query[i].flag = c->fv[i];
    return 1;
}

static void take_query(struct place *p, struct reader *r)
{
    uint32_t ary = take_u32(r), n = take_u32(r), npar = take_u32(r), name_n;
    const char *name;
    const int *par;
    take_zero(r);
    name = take_text(r, &name_n);
    if (npar > MOST_PAR || n > 4096 || ary > 1) r->bad = 1;
    par = take_ints(r, r->bad ? 0 : npar);
    if (p && !r->bad) learn(p, (int)ary, name, (int)name_n, par, (int)npar, (int)n);
}

/* take_call takes over what one call brings, and says in c if it cannot be made. */
static void take_call(struct reader *all, struct call *c)
{
    struct record rec;
    struct reader r = *all;
    uint32_t bits, length, i, n;
    int fits = 1;
    c->handle = take_u32(&r), bits = take_u32(&r);
    memcpy(&rec.given, take(&r, 8), 8);
    length = take_u32(&r);
    rec.ints = take_u32(&r), rec.reals = take_u32(&r), rec.texts = take_u32(&r), rec.learned = take_u32(&r);
    rec.answers = take_u32(&r), rec.flags = take_u32(&r), rec.forget = bits & 1;
    take_zero(&r);
    rec.iv = take_ints(&r, rec.ints), rec.fv = take_ints(&r, rec.flags);
    rec.rv = take_reals(&r, rec.reals), rec.av = take_reals(&r, rec.answers);
    if (r.bad || bits > 1) fault("CALL does not fit");
    c->place = find_place(c->handle), c->status = 0, c->message[0] = 0;
    if (!c->place || c->place->busy) {
        c->status = UNUSABLE;
        snprintf(c->message, sizeof c->message, c->place ? "the routine was called while it was running"
                                                         : "handle %u was never opened", c->handle);
        c->place = 0;
        for (i = 0; i < rec.texts; i++) take_text(&r, &n);
    } else {
        if (rec.forget) forget(c->place);
        fits = take_inputs(c->place, &r, &rec);
    }
    for (i = 0; fits && i < rec.learned && !r.bad; i++) take_query(c->place, &r);
    if (fits && c->place) fits = take_answers(c->place, &rec);
    if (!fits) {
        c->status = UNUSABLE;
        snprintf(c->message, sizeof c->message, "the call does not fit the arguments of %s", c->place->routine->kind);
    } else if (r.bad || (uint64_t)(r.at - all->at) != length) {
        fault("CALL does not fit");
    }
    if (c->place) c->place->busy = 1;
    if (length > (uint64_t)(all->end - all->at)) fault("CALL does not fit");
    all->at += length;
}

#define W4(i) w[i], w[i + 1], w[i + 2], w[i + 3]
typedef const void *W;
typedef void routine8(W, W, W, W, W, W, W, W);
typedef void routine16(W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W);
typedef void routine24(W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W);

/* invoke calls a routine. All arguments are words; the calling conventions of amd64 and arm64 let the caller remove
 * them, so that arguments too many do no harm. */
static void invoke(const struct place *p)
{
    const void *const *w = p->word;
    void *routine;
    memcpy(&routine, &p->routine->routine, sizeof routine);
    if (p->nword <= 8)
        ((routine8 *)routine)(W4(0), W4(4));
    else if (p->nword <= 16)
        ((routine16 *)routine)(W4(0), W4(4), W4(8), W4(12));
    else
        ((routine24 *)routine)(W4(0), W4(4), W4(8), W4(12), W4(16), W4(20));
}

static void run(struct calls *all, int index)
{
    struct calling now;
    struct place *p = all->call[index].place;
    int i;
    for (i = 0; i < p->narg; i++)
        if (p->arg[i].out) memset(p->arg[i].data, 0, 8 * (size_t)p->arg[i].n);
    now.place = p, now.index = index, now.all = all, now.outer = calling;
    calling = &now;
    if (all->n > 1) count_call(index + 1);
    invoke(p);
    if (getpid() != own) {
        fprintf(stderr, "a child that the routine %s forked has returned from it; it is ended here\n", p->routine->name);
        _exit(1);
    }
    calling = now.outer;
}

/* put_results writes DONE. */
static void put_results(const struct calls *all)
{
    int i, k, type;
    begin_message();
    put_u32((uint32_t)all->n), put_u32(0);
    for (i = 0; i < all->n; i++) {
        const struct call *c = &all->call[i];
        uint32_t n[2] = {0, 0};
        put_u32(c->handle), put_u32((uint32_t)c->status);
        for (k = 0; !c->status && k < c->place->narg; k++)
            if (c->place->arg[k].out && c->place->arg[k].type != TEXT) n[c->place->arg[k].type] += (uint32_t)c->place->arg[k].n;
        put_u32(n[INT]), put_u32(n[REAL]);
        for (type = INT; !c->status && type <= REAL; type++) {
            for (k = 0; k < c->place->narg; k++) {
                const struct argument *a = &c->place->arg[k];
                if (a->out && a->type == type) put(a->data, (type == INT ? 4 : 8) * (size_t)a->n);
            }
            pad();
        }
        if (c->status) put_text(c->message, strlen(c->message)), put_text("", 0);
    }
}

#include "trammel_slots.h"

/* make_calls serves CALL. All calls are taken over before the first is made: a query in it brings other messages. */
static void make_calls(struct reader *r)
{
    struct calls all;
    int i;
    all.n = (int)take_u32(r), all.run = 0;
    take_zero(r);
    if (r->bad || all.n < 1 || all.n > (r->end - r->at) / 48) fault("CALL announces %d calls", all.n);
    all.call = (struct call *)allot(0, (size_t)all.n * sizeof *all.call);
    for (i = 0; i < all.n; i++) take_call(r, &all.call[i]);
    if (r->at != r->end) fault("CALL has %ld bytes too many", (long)(r->end - r->at));
    for (i = 0; i < all.n; i++)
        if (!all.call[i].status) run(&all, i);
    put_results(&all);
    for (i = 0; i < all.n; i++)
        if (all.call[i].place) all.call[i].place->busy = 0;
    free(all.call);
    send_message(DONE);
}

/* ---- life --------------------------------------------------------------- */

/* ended reports to the solver that the routine under way ends the process: exit, or STOP in Fortran. */
#ifdef __GLIBC__
static void ended(int status, void *unused)
{
    struct calls *all = calling ? calling->all : 0;
    char message[MESSAGE];
    int i;
    (void)unused;
    if (leaving || !all || getpid() != own) return;
    leaving = 1;
    snprintf(message, sizeof message, "it called exit(%d), or STOP", status);
    for (i = calling->index; i < all->n; i++) {
        all->call[i].status = EXITED;
        snprintf(all->call[i].message, MESSAGE, "%s", message);
    }
    if (all->run) put_ran(all);
    else put_results(all);
    send_message(all->run ? RAN : DONE);
}
#endif

/* serve_until serves messages up to one of a kind, whose payload it leaves in r. */
static void serve_until(int kind, struct reader *r)
{
    for (;;) {
        int k = receive_message(r);
        if (k == kind) return;
        switch (k) {
        case DESCRIBE:
            describe();
            break;
        case FIND:
            begin_message();
            put_text(NO_SCRIPTS, sizeof NO_SCRIPTS - 1);
            send_message(FOUND);
            break;
        case OPEN:
            open_place(r);
            break;
        case CALL:
            make_calls(r);
            break;
        case SLOTS:
            take_slots(r);
            break;
        case RUN:
            make_run(r);
            break;
        case BYE:
            leave(0);
            break;
        default:
            fault("a message of kind %d came", k);
        }
    }
}

static int refuse(const char *why)
{
    fprintf(stderr, "%s %s is a plugin for trammel: %s\n", plugin_name, plugin_version, why);
    return 1;
}

int trammel_serve(const char *name, const char *version, const struct trammel_routine *table, int n)
{
    const char *cookie = getenv("TRAMMEL_PLUGIN"), *offer = getenv("TRAMMEL_FRAMES"), *why;
    struct reader r;
    plugin_name = name, plugin_version = version, routines = table, nroutine = n;
    if ((why = check_table())) return refuse(why);
    if (!cookie || strcmp(cookie, "a guide that holds a point to a curve"))
        return refuse("it is started by the solver. In a deck: usrsub_plugin_name=\"./PROGRAM\"");
    if (!offer) return refuse("it speaks frames only, and the solver offers none (--plugin-transport auto, memory or pipe)");
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_IGN); /* the solver gets it, too, and says what is to be done */
    if ((why = take_offer(offer))) return refuse(why);
    unsetenv("TRAMMEL_FRAMES"); /* children have not these descriptors */
    setvbuf(stdout, 0, _IOLBF, 0);
    printf("1|1|unix|frames|grpc\n");
    fflush(stdout);
    dup2(2, 1);
    own = getpid();
    watch();
#ifdef __GLIBC__
    on_exit(ended, 0);
#endif
    serve_until(0, &r);
    return 0;
}
