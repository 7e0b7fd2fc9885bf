/* What the parts of the forwarding library share, and what the host sees of
 * it. The library uses no C library: it must load on every machine.
 *
 * The layout of struct query, struct call and struct hooks is mirrored in
 * call.go. Keep both alike. */
#ifndef TRAMMEL_FORWARD_H
#define TRAMMEL_FORWARD_H

#ifdef _WIN32
#define EXPORT __attribute__((dllexport))
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#define LIKELY(x) __builtin_expect(!!(x), 1)

typedef __INTPTR_TYPE__ wide;   /* as wide as a register; long is not on Windows */
typedef __UINTPTR_TYPE__ uwide;

enum { NAME = 16, MOST = 64 }; /* longest short name; most entries of ipar */

/* One foreseen query: name in upper case, filled with zeros. */
struct query {
    union { char text[NAME]; uwide word[2]; } name;
    int ary;              /* 1: SYSARY, 0: SYSFNC */
    int npar;
    const int *par;
};

/* One routine of one element, ready to be called. */
struct call {
    void *routine;
    void **arg;           /* pointers to the arguments */
    wide narg;
    const struct query *asked;
    wide nasked;
    const int *at;        /* the values of query i are value[at[i]..at[i+1]-1] */
    const double *value;
    const int *flag;
    wide next;            /* the query that is expected next */
    wide count;           /* queries answered from the table */
    double time;
    const char *where;    /* "Force_Penalty 7: PFOSUB" for last words */
    const double *real;   /* reals by value (struct dialect), 0 if there are none */
    void *result;         /* what the routine returned, for those that return a word */
};

/* An argument of a utility: a value (C) or an address. lengths are those of the
 * texts in Fortran, 0 in C. */
union word { int i; double r; const void *p; };
enum { BY_VALUE, BY_REFERENCE };

/* The ways into the host, one a utility for the whole process. */
struct hooks {
    void (*sysfnc)(const char *name, int n, const int *par, int npar, double *state, int *flag);
    void (*sysary)(const char *name, int n, const int *par, int npar, double *states, int *nstates,
                   int *flag);
    void (*utility)(int number, int form, const union word *args, const wide *lengths);
    void (*exiting)(int status);
};

/* A way into the host from code that is guarded but no routine: an interpreter. */
typedef void *answer(void *self, void *query);

/* Old Intel compilers for Windows (/iface:cvf, and the interface of Adams) put the length of a text directly behind it;
 * others put all lengths at the end. No address on Windows is below 64 kB, and no length of a text above. */
#ifdef _WIN32
enum { LENGTHS_BELOW = 65536 };
void between(union word *a, wide *lengths, int n, unsigned int texts);
#define BETWEEN(a, lengths, n, texts) between(a, lengths, n, texts)
#else
#define BETWEEN(a, lengths, n, texts)
#endif

/* Fortran compilers of different systems write a name in these ways. */
#define FORTRAN(UPPER, lower)                                                \
    extern __typeof(UPPER) lower##_ EXPORT __attribute__((alias(#UPPER)));   \
    extern __typeof(UPPER) lower EXPORT __attribute__((alias(#UPPER)));

extern struct hooks hooks;
extern struct call *current;   /* innermost call, 0 outside of calls */
extern volatile int inside;    /* foreign code is running */
extern void *volatile thread;  /* on this thread */

void *this_thread(void);
#ifdef _WIN32
void guard_stack(void *thread); /* leaves room on the stack for reporting its overflow */
#endif
int in_child(void);        /* this is a child that foreign code forked */
void end_child(void);
int note_exit(int status); /* writes the status of an exit where tm_note said, 0 if that said nothing */

int length(const char *text, int most);      /* up to a zero byte */
int fortran_length(const char *text, wide n); /* without blanks at the end */

#endif
