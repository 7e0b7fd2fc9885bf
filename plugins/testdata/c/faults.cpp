// A plugin in C++ whose routines misbehave in calls at positive times.
#include "trammel_plugin.h"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#define ROUTINE(name)                                                                               \
    static void name(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)

ROUTINE(fine) { *value = *time; }

ROUTINE(crash)
{
    if (*time > 0) raise(SIGSEGV);
}

ROUTINE(leave)
{
    printf("last words on standard output\n");
    if (*time > 0) exit(3);
}

ROUTINE(leave_at_once)
{
    if (*time > 0) _exit(3);
}

ROUTINE(hang)
{
    while (*time > 0) sleep(1);
}

ROUTINE(spin)
{
    volatile double forever = *time;
    while (forever > 0) forever += 1;
}

ROUTINE(shorter)
{
    if (*time > 0) trammel_retry("penetration too deep");
}

ROUTINE(stops) { c_errmes(*time > 0, "the tyre is flat", *id, "STOP"); }

ROUTINE(inner)
{
    int k = (int)(10 * *time), err;
    c_sysfnc("DX", &k, 1, value, &err);
    *value *= 10;
}

// Calls of several elements come in one message: which one ends the process?
ROUTINE(abort_third)
{
    if (*time > 0 && *id == 3) abort();
    *value = 10 * *id;
}

// A child exits in one way or another, or comes back from the routine; that is not the end of the plugin.
ROUTINE(forks)
{
    pid_t child = *time > 0 ? fork() : -1;
    if (child == 0 && *id == 1) exit(3);
    if (child == 0 && *id == 2) return;
    if (child > 0) waitpid(child, 0, 0);
    *value = 10 * *id;
}

static void mirror(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, int *nstate, double *states,
                   int *ninput, double *input, int *noutpt, double *stated, double *output)
{
    for (int i = 0; i < *nstate; i++) stated[i] = par[0] * states[i];
}

TRAMMEL_PLUGIN("tests/faults", "0.1",
    {"VARSUB", "fine", fine, TRAMMEL_PURE, "gives the time: \"t\"\n",
     "k [N/m] > 0 : force by length; n integer >= 1 <= 3 = 2; i id Reference_Marker : one end; more many : further"},
    {"VARSUB", "crash", crash}, {"VARSUB", "exit", leave}, {"VARSUB", "_exit", leave_at_once}, {"VARSUB", "hang", hang},
    {"VARSUB", "spin", spin}, {"VARSUB", "shorter", shorter}, {"VARSUB", "stops", stops}, {"VARSUB", "inner", inner},
    {"YFOSUB", "mirror", mirror},
    {"YFOSUB", "sizes", mirror, 0, "", "none", "z [mm] : deflection; w", "v [mm/s]; f [N] :  force of  ; t", "noutpt=3"},
    {"VARSUB", "abort", abort_third}, {"VARSUB", "forks", forks})
