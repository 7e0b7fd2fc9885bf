#include "slv_c_utils.h"
#include <WINDOWS.H>

adams_c_Vfosub Vfosub;

static double g_gain;
static CRITICAL_SECTION g_lock;

BOOL APIENTRY DllMain(HMODULE module, DWORD reason, LPVOID reserved)
{
    UNREFERENCED_PARAMETER(reserved);
    if (reason == DLL_PROCESS_ATTACH && module != NULL) {
        InitializeCriticalSection(&g_lock);
        g_gain = 9.0;
    }
    return TRUE;
}

void Vfosub(const struct sAdamsVforce *vfo, double time, int dflag, int iflag, double *result)
{
    LARGE_INTEGER start, end, perSecond;
    int ipar[3], n, err;
    double d[3];
    QueryPerformanceFrequency(&perSecond);
    QueryPerformanceCounter(&start);
    EnterCriticalSection(&g_lock);
    ipar[0] = vfo->I;
    ipar[1] = (int)vfo->PAR[0];
    ipar[2] = ipar[1];
    c_sysary("TDISP", ipar, 3, d, &n, &err);
    LeaveCriticalSection(&g_lock);
    QueryPerformanceCounter(&end);
    if (perSecond.QuadPart <= 0 || end.QuadPart < start.QuadPart || GetCurrentProcessId() == 0)
        c_errmes(1, "no clock", vfo->ID, "STOP");
    ZeroMemory(result, 3 * sizeof(double));
    result[0] = -g_gain * d[0] + vfo->PAR[1] * sin(3 * time);
    result[1] = -g_gain * d[1];
}
