/* The table of a plugin with the reference routines of usersub/subtest, which lie in libraries' sources as they are. */
#include "trammel_plugin.h"

#ifdef FORTRAN_NAMES
#define ROW(kind, UPPER, lower) {kind, #UPPER, (const void *)lower##_, TRAMMEL_FORTRAN}
#define DECLARE(UPPER, lower) extern void lower##_(void);
#else
#define ROW(kind, UPPER, lower) {kind, #UPPER, (const void *)UPPER}
#define DECLARE(UPPER, lower) extern void UPPER(void);
#endif

#define ALL(X, COMMA)                                                                                           \
    X("PFOSUB", CATENA, catena) COMMA X("PFOSUB", PARSUM, parsum) COMMA X("SFOSUB", FLAGSN, flagsn) COMMA         \
    X("ARYSUB", LUGARY, lugary) COMMA X("YFOSUB", LUGYFO, lugyfo) COMMA X("YFOXX", COLXX, colxx) COMMA            \
    X("YFOXU", COLXU, colxu) COMMA X("GFOSUB", BUSHNG, bushng) COMMA X("REQSUB", EIGHTS, eights) COMMA            \
    X("PFOSUB", LATERQ, laterq) COMMA X("VARSUB", UNKNWN, unknwn) COMMA X("VARSUB", SPELNG, spelng) COMMA         \
    X("VARSUB", MANYQS, manyqs) COMMA X("VARSUB", EVENTS, events) COMMA X("ARYSUB", MODINF, modinf) COMMA         \
    X("VARSUB", COUNTR, countr) COMMA X("PFOSUB", BEYOND, beyond) COMMA X("VFOSUB", UNSETS, unsets)
#define UTILITIES(X, COMMA)                                                                                     \
    X("ARYSUB", RAMPSU, rampsu) COMMA X("ARYSUB", STOPSU, stopsu) COMMA X("ARYSUB", SERISU, serisu) COMMA         \
    X("ARYSUB", TURNSU, turnsu) COMMA X("ARYSUB", PLACSU, placsu) COMMA X("ARYSUB", SPLISU, splisu) COMMA         \
    X("ARYSUB", MODLSU, modlsu) COMMA X("ARYSUB", CLOCSU, clocsu) COMMA X("ARYSUB", SETSSU, setssu) COMMA         \
    X("ARYSUB", WRONSU, wronsu)

#define NOTHING
#define SEPARATE ,
#define NAME(kind, UPPER, lower) DECLARE(UPPER, lower)
#ifndef UTILITIES_ONLY /* a routine MODINF in Fortran hides the utility of that name */
ALL(NAME, NOTHING)
#endif
#ifdef WITH_UTILITIES
UTILITIES(NAME, NOTHING)
#endif

static void FAILUR(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
    trammel_fail("there is no such law");
}

TRAMMEL_PLUGIN("tests/suite", "1.2.3",
#ifdef WITH_UTILITIES
    UTILITIES(ROW, SEPARATE),
#endif
#ifndef UTILITIES_ONLY
    ALL(ROW, SEPARATE),
#endif
    {"VARSUB", "FAILUR", (const void *)FAILUR, TRAMMEL_PURE, "fails", "none"})
