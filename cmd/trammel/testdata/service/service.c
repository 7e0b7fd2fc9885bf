/* A routine that asks the solver what it knows of the run and of the deck. */
#include <string.h>

void c_timget(double *);
void c_getstm(double *);
void c_getmod(int *);
void c_getint(char *);
void c_gtstrg(int, char *, int *, int *);
void c_gtaray(int, double *, int *, int *);
void c_gtunts(int *, double *, char *);
void c_gtinam(char *);
void c_modfnc(const char *, int, const char *, char *, int *);
void c_modset(const char *, int, const char *, const char *, int *);
void c_usrmes(int, const char *, int, const char *);
void c_sysary(const char *, const int *, int, double *, int *, int *);

void ASKS(int *id, double *time, double *par, int *npar, int *iflag, double *result)
{
    static double last = -1.0, steps = 0.0;
    char text[4096], names[17];
    double array[8], scales[4], now, uvx[3];
    int n, flag, exists, mode, marker = 9, k;

    c_timget(&result[0]);
    c_getstm(&now);
    result[1] = now - *time;
    if (*iflag) {
        c_usrmes(1, "is set up", *id, "INFO");
        return;
    }
    if (result[0] > last) { /* a step was accepted since the last call */
        last = result[0];
        steps += 1.0;
    }
    result[2] = steps;
    c_gtstrg((int)par[0], text, &n, &flag);
    result[3] = flag ? -1.0 : n == (int)strlen(text) && !strcmp(text, "road.dat");
    c_gtaray((int)par[1], array, &n, &flag);
    for (result[4] = 0.0, k = 0; !flag && k < n; ++k)
        result[4] += array[k] * (k + 1);
    c_gtunts(&exists, scales, names);
    result[5] = exists ? scales[0] + 2.0 * scales[1] + 3.0 * scales[2] + 4.0 * scales[3] : -1.0;
    c_getmod(&mode);
    c_getint(text);
    result[6] = mode + 10.0 * !strcmp(text, "DSTIFF");
    c_gtinam(text);
    n = (int)strlen(text);
    result[7] = n > 8 && !strcmp(text + n - 8, "/service");
    c_modfnc("Body_Point", 1, "mass", text, &flag);
    result[7] += 10.0 * (flag == 4 && !strcmp(text, "1"));
    c_modset("Body_Point", 1, "mass", "2", &flag);
    result[7] += 100.0 * (flag == -4);
    c_sysary("UVX ", &marker, 1, uvx, &n, &flag);
    result[7] += 1000.0 * (flag == 0 && n == 3 && uvx[0] == 1.0);
    c_sysary("PINPUT", &marker, 1, uvx, &n, &flag);
    result[7] += 10000.0 * (flag != 0);
    if (*time > 0.15)
        c_usrmes(1, "slips", *id, "WARN");
}
