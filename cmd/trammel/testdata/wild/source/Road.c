/* Kr‰fte der Straﬂe: a law whose figures lie in a file beside the library */
#include "MSolve.h"
#include "Windows.h"
#include <Tchar.h>
#include "Inc\Law.H"

extern __declspec(dllexport) void __stdcall GFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result);

static law_t g_law;

static BOOL ReadLaw(void)
{
    char path[MAX_PATH], drive[_MAX_DRIVE], dir[_MAX_DIR], name[_MAX_FNAME], ext[_MAX_EXT], line[80], key[16];
    FILE *f = NULL;
    DWORD n = GetModuleFileName(NULL, path, MAX_PATH);
    if (n == 0)
        return FALSE;
    _splitpath_s(path, drive, _MAX_DRIVE, dir, _MAX_DIR, name, _MAX_FNAME, ext, _MAX_EXT);
    sprintf_s(path, sizeof(path), "%s%sroad.dat", drive, dir);
    if (fopen_s(&f, path, "rt") != 0)
        return FALSE;
    while (fgets(line, _countof(line), f)) {
        double value;
        if (sscanf_s(line, "%15[^=]=%lf", key, (unsigned)_countof(key), &value) != 2)
            continue;
        if (_stricmp(key, "stiffness") == 0)
            g_law.k = value;
        else if (_strnicmp(key, "damping", 4) == 0)
            g_law.c = value;
    }
    fclose(f);
    strcpy_s(g_law.name, sizeof(g_law.name), "law");
    strcat_s(g_law.name, sizeof(g_law.name), " of road.dat");
    return !_isnan(g_law.k) && _finite(g_law.c);
}

void __stdcall GFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result)
{
    static BOOL ready = FALSE;
    char text[16];
    double d[3], v[3];
    int err, n, i, ipar[3];
    if (!ready) {
        ready = ReadLaw();
        if (!ready)
            c_errmes(1, "road.dat cannot be read", *id, "STOP");
        if (_snprintf(text, sizeof(text), "%s", g_law.name) != 15 || lstrlen(g_law.name) != 15)
            c_errmes(1, text, *id, "STOP");
    }
    ipar[0] = (int)par[0];
    ipar[1] = ipar[2] = (int)par[1];
    c_sysary("TDISP", ipar, 3, d, &n, &err);
    c_sysary("TVEL", ipar, 3, v, &n, &err);
    for (i = 0; i < 3; i++)
        result[i] = -g_law.k * max(min(d[i], LAW_REACH), -LAW_REACH) - g_law.c * v[i];
}
