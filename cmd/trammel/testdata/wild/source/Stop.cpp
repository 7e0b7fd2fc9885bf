// Stop.cpp : die Anschläge
#include "stdafx.h"
#include "msolve.h"
#include <crtdbg.h>

#define EXPORT extern "C" __declspec(dllexport)

__forceinline double half(double x) { return x / 2; }

EXPORT void WINAPI VARSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
    TCHAR text[16];
    double vec[3];
    int err = 0;
    __int64 count = 3;
    _ASSERTE(*npar == 2);
    sprintf_s(text, _T("%d"), (int)count);
    strcat_s(text, "!");
    if (_stricmp(text, "3!") != 0 || __max(1, 2) != 2)
        c_errmes(TRUE, "texts", *id, "STOP");
    c_bistop(sin(*time), cos(*time), -half(par[0]), half(par[0]), par[1], 1.5, 3.0, 0.1, 0, vec, &err);
    *value = vec[0];
}
