//---------------------------------------------------------------------
//  boompad.cpp    VFOSUB
//
//  A pad of a telescopic boom: slides along the other section with play
//  above and below, and rubs.
//
//  USER( pad, section, play, k, e, cmax, d, mu, vs )
//
//  x of the section marker is the axis of what the pad slides along; the
//  force acts on the pad, in axes of the section marker.
//---------------------------------------------------------------------
#include "userPortName.h"
#include "utilCcallable.h"

#ifdef __cplusplus
extern "C" {
#endif
PUBLIC VOID_FUNCTION VFOSUB(const int *id, const REAL *time, const REAL *par, const int *npar,
                            const BOOL *dflag, const BOOL *iflag, REAL *result);
#ifdef __cplusplus
}
#endif

namespace {

enum { PAD, SECTION, PLAY, STIFFNESS, EXPONENT, DAMPING, DEPTH, MU, V_STICK };

class Pad
{
public:
    Pad(const REAL *p, int elem) : par(p), id(elem), failed(FALSE) {}

    BOOL locate()
    {
        // the axes of the section turn: rates are seen from it
        int ipar[4];
        int size = 3, n = 0;
        ipar[0] = int(par[PAD]);
        ipar[1] = ipar[2] = ipar[3] = int(par[SECTION]);
        SYSARY("TDISP", ipar, &size, pos, &n, &failed, 5);
        if (failed) return FALSE;
        size = 4;
        SYSARY("tvel   ", ipar, &size, vel, &n, &failed, 7);
        return !failed;
    }

    // force of one side: gap measured away from the section
    REAL side(REAL gap, REAL rate) const
    {
        REAL f[3];
        int err;
        c_impact(gap, rate, 0.0, par[STIFFNESS], par[EXPONENT], par[DAMPING], par[DEPTH], 0, f, &err);
        return f[0];
    }

    void force(REAL *f) const
    {
        const REAL above = side(par[PLAY] - pos[2], -vel[2]);
        const REAL below = side(par[PLAY] + pos[2], vel[2]);
        REAL sign;
        int err;
        c_step(vel[0], -par[V_STICK], -1.0, par[V_STICK], 1.0, 0, &sign, &err);
        f[0] = -par[MU]*(above + below)*sign;
        f[2] = below - above;
    }

private:
    const REAL *par;
    int id;
    BOOL failed;
    REAL pos[3], vel[3];
};

} // namespace

PUBLIC VOID_FUNCTION VFOSUB(const int *id, const REAL *time, const REAL *par, const int *npar,
                            const BOOL *dflag, const BOOL *iflag, REAL *result)
{
    Pad pad(par, *id);
    if (!pad.locate()) {
        static const BOOL yes = TRUE;
        ERRMES(&yes, "VFOSUB: place of the pad", id, "STOP", 24, 4);
        return;
    }
    result[1] = 0.0;
    pad.force(result);
}
