/* trammel_plugin.h - a plugin in C, C++ or Fortran: one program with routines.
 *
 * The routines are those of a shared library, unchanged. A table names them:
 *
 *     #include "trammel_plugin.h"
 *
 *     void catenary(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
 *     {
 *         int marker = (int)par[0], err;
 *         double x, y;
 *         c_sysfnc("DX", &marker, 1, &x, &err);
 *         c_sysfnc("DY", &marker, 1, &y, &err);
 *         *value = y - cosh(x);
 *     }
 *
 *     TRAMMEL_PLUGIN("acme/bead", "1.0.0",
 *         {"PFOSUB", "catenary", catenary})
 *
 * Build it together with trammel_plugin.c:
 *
 *     cc -O2 -I sdk/c/include -o bead bead.c sdk/c/trammel_plugin.c -lm
 *
 * The macro defines main. Linux and macOS; not Windows.
 */
#ifndef TRAMMEL_PLUGIN_H
#define TRAMMEL_PLUGIN_H
#include "trammel_usersub.h"

/* Flags of a routine, to be added up. */
enum {
    TRAMMEL_FORTRAN = 1, /* the lengths of texts stand behind all arguments, not behind each text */
    TRAMMEL_PURE = 2     /* outputs follow from arguments and answers alone */
};

/* A routine. All behind the third member may be missing.
 *
 * parameters describes what USER(...) holds, parameters separated by ;:
 *
 *     stiffness [N/m] > 0 : force by length; i id Reference_Marker : one end;
 *     damping [N s/m] >= 0 = 0 : force by speed
 *
 * A name; in brackets the unit; then in any order: integer; id, with the kind of element if only one will do;
 * bounds (> >= < <=); = and the default; many (the last one: any number of values); behind a colon what it
 * means. The solver checks decks against it, who may then write USER(stiffness=100, ...). "none" says that
 * there are no parameters; without a list nothing is checked.
 *
 * states and inputs are those of a state equation, "z [m] : deflection of the bristles; w [m]": a name, its unit, what it means. sizes
 * are other sizes that the routine needs, "nvalue = 6; n = 3". The solver checks all of them against the deck. */
struct trammel_routine {
    const char *kind;    /* "PFOSUB" */
    const char *name;    /* what decks call it */
    const void *routine; /* the function */
    int flags;
    const char *doc;
    const char *parameters;
    const char *states;
    const char *inputs;
    const char *sizes;
#ifdef __cplusplus
    template <class F>
    trammel_routine(const char *kind, const char *name, F *routine, int flags = 0, const char *doc = 0,
                    const char *parameters = 0, const char *states = 0, const char *inputs = 0, const char *sizes = 0)
        : kind(kind), name(name), routine(reinterpret_cast<const void *>(routine)), flags(flags), doc(doc),
          parameters(parameters), states(states), inputs(inputs), sizes(sizes)
    {
    }
#endif
};

#ifdef __cplusplus
extern "C" {
#endif

/* trammel_serve is the whole life of a plugin; main returns what it returns. name is "vendor/name". */
int trammel_serve(const char *name, const char *version, const struct trammel_routine *routines, int n);

/* trammel_fail makes the call that is under way fail with a message, when the routine returns: the run ends with it.
 * trammel_retry asks for a shorter step instead. */
void trammel_fail(const char *message);
void trammel_retry(const char *message);

#ifdef __cplusplus
}
#endif

#define TRAMMEL_PLUGIN(name, version, ...)                                                         \
    static const struct trammel_routine trammel_routines[] = {__VA_ARGS__};                        \
    int main(void)                                                                                 \
    {                                                                                              \
        return trammel_serve(name, version, trammel_routines,                                      \
                             (int)(sizeof trammel_routines / sizeof *trammel_routines));           \
    }

#endif
