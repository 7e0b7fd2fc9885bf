/* trammel_microsoft.h - what Microsoft's C has and other C libraries lack, for sources that were
 * written for it: keywords, the functions with _s and those with a leading underscore. Not for
 * Windows itself.
 *
 * A function with _s whose destination is too small ends the program with a message, as
 * Microsoft's library does unless a handler is set. */
#ifndef TRAMMEL_MICROSOFT_H
#define TRAMMEL_MICROSOFT_H

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- keywords ------------------------------------------------------------ */

#ifndef __declspec
#define __declspec(what) TRAMMEL_DECLSPEC_##what
#endif
#define TRAMMEL_DECLSPEC_dllexport __attribute__((visibility("default")))
#define TRAMMEL_DECLSPEC_dllimport
#define TRAMMEL_DECLSPEC_noinline __attribute__((noinline))
#define TRAMMEL_DECLSPEC_noreturn __attribute__((noreturn))
#define TRAMMEL_DECLSPEC_nothrow
#define TRAMMEL_DECLSPEC_novtable
#define TRAMMEL_DECLSPEC_selectany __attribute__((weak))
#define TRAMMEL_DECLSPEC_thread __thread
#define TRAMMEL_DECLSPEC_align(n) __attribute__((aligned(n)))
#define TRAMMEL_DECLSPEC_deprecated

/* On machines with 64 bits there is one way of calling. */
#ifndef __stdcall
#define __stdcall
#endif
#ifndef __cdecl
#define __cdecl
#endif
#define __fastcall
#define __thiscall
#define __vectorcall
#define _stdcall
#define _cdecl
#ifndef WINAPI
#define WINAPI
#define APIENTRY
#define CALLBACK
#endif
#define __forceinline static __inline__ __attribute__((unused))
#define _inline __inline__
#define __int64 long long
#define __int32 int
#define __int16 short
#define __int8 char

typedef int errno_t;
typedef size_t rsize_t;

#define _TRUNCATE ((size_t)-1)
#define _countof(array) (sizeof(array) / sizeof((array)[0]))
#define _MAX_PATH 260
#define _MAX_DRIVE 3
#define _MAX_DIR 256
#define _MAX_FNAME 256
#define _MAX_EXT 256
#define __min(a, b) (((a) < (b)) ? (a) : (b))
#define __max(a, b) (((a) > (b)) ? (a) : (b))

#define TRAMMEL_OURS static __inline__ __attribute__((unused))

#ifdef __cplusplus
extern "C" {
#endif

/* ---- texts --------------------------------------------------------------- */

/* trammel_misuse ends the program, as the library that these functions come from does. */
TRAMMEL_OURS void trammel_misuse(const char *function, const char *what)
{
    fflush(NULL);
    fprintf(stderr, "%s: %s\n", function, what);
    abort();
}

TRAMMEL_OURS errno_t strcpy_s(char *to, rsize_t size, const char *from)
{
    size_t n;
    if (to == NULL || from == NULL)
        trammel_misuse("strcpy_s", "a text is missing");
    n = strlen(from);
    if (n >= size)
        trammel_misuse("strcpy_s", "the destination is too small");
    memcpy(to, from, n + 1);
    return 0;
}

TRAMMEL_OURS errno_t strncpy_s(char *to, rsize_t size, const char *from, rsize_t count)
{
    size_t n;
    if (to == NULL || from == NULL || size == 0)
        trammel_misuse("strncpy_s", "a text is missing");
    n = strnlen(from, count == _TRUNCATE ? size : count);
    if (n >= size) {
        if (count != _TRUNCATE)
            trammel_misuse("strncpy_s", "the destination is too small");
        memcpy(to, from, size - 1);
        to[size - 1] = 0;
        return 80;
    }
    memcpy(to, from, n);
    to[n] = 0;
    return 0;
}

TRAMMEL_OURS errno_t strncat_s(char *to, rsize_t size, const char *from, rsize_t count)
{
    size_t n;
    if (to == NULL || from == NULL || (n = strnlen(to, size)) == size)
        trammel_misuse("strncat_s", "the destination has no end");
    return strncpy_s(to + n, size - n, from, count);
}

TRAMMEL_OURS errno_t strcat_s(char *to, rsize_t size, const char *from)
{
    size_t n;
    if (to == NULL || from == NULL || (n = strnlen(to, size)) == size)
        trammel_misuse("strcat_s", "the destination has no end");
    if (strlen(from) >= size - n)
        trammel_misuse("strcat_s", "the destination is too small");
    strcpy(to + n, from);
    return 0;
}

TRAMMEL_OURS char *strtok_s(char *text, const char *separators, char **context)
{
    return strtok_r(text, separators, context);
}

TRAMMEL_OURS size_t strnlen_s(const char *text, size_t size)
{
    return text == NULL ? 0 : strnlen(text, size);
}

TRAMMEL_OURS errno_t strerror_s(char *to, size_t size, int number)
{
    strncpy_s(to, size, strerror(number), _TRUNCATE);
    return 0;
}

TRAMMEL_OURS char *_strlwr(char *text)
{
    char *c;
    for (c = text; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return text;
}

TRAMMEL_OURS char *_strupr(char *text)
{
    char *c;
    for (c = text; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return text;
}

TRAMMEL_OURS char *_strrev(char *text)
{
    size_t i, n = strlen(text);
    for (i = 0; i < n / 2; i++) {
        char c = text[i];
        text[i] = text[n - 1 - i];
        text[n - 1 - i] = c;
    }
    return text;
}

TRAMMEL_OURS errno_t _strlwr_s(char *text, size_t size)
{
    (void)size;
    _strlwr(text);
    return 0;
}

TRAMMEL_OURS errno_t _strupr_s(char *text, size_t size)
{
    (void)size;
    _strupr(text);
    return 0;
}

#define strlwr _strlwr
#define strupr _strupr
#define strrev _strrev
#define _strdup strdup
#define _stricmp strcasecmp
#define stricmp strcasecmp
#define _strcmpi strcasecmp
#define strcmpi strcasecmp
#define _strnicmp strncasecmp
#define strnicmp strncasecmp

TRAMMEL_OURS errno_t memcpy_s(void *to, rsize_t size, const void *from, rsize_t n)
{
    if (n > size)
        trammel_misuse("memcpy_s", "the destination is too small");
    memcpy(to, from, n);
    return 0;
}

TRAMMEL_OURS errno_t memmove_s(void *to, rsize_t size, const void *from, rsize_t n)
{
    if (n > size)
        trammel_misuse("memmove_s", "the destination is too small");
    memmove(to, from, n);
    return 0;
}

/* ---- formatted texts ------------------------------------------------------ */

TRAMMEL_OURS int vsprintf_s(char *to, size_t size, const char *format, va_list list)
{
    int n = vsnprintf(to, size, format, list);
    if (n < 0 || (size_t)n >= size)
        trammel_misuse("sprintf_s", "the destination is too small");
    return n;
}

TRAMMEL_OURS int sprintf_s(char *to, size_t size, const char *format, ...)
{
    int n;
    va_list list;
    va_start(list, format);
    n = vsprintf_s(to, size, format, list);
    va_end(list);
    return n;
}

/* What has no room is left out, with no zero behind it, and the result is -1. */
TRAMMEL_OURS int _vsnprintf(char *to, size_t size, const char *format, va_list list)
{
    va_list again;
    char *text;
    int n;
    va_copy(again, list);
    n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (n < 0 || (text = (char *)malloc((size_t)n + 1)) == NULL)
        return -1;
    vsnprintf(text, (size_t)n + 1, format, list);
    if ((size_t)n < size)
        memcpy(to, text, (size_t)n + 1);
    else if (size > 0)
        memcpy(to, text, size);
    free(text);
    return (size_t)n <= size ? n : -1;
}

TRAMMEL_OURS int _snprintf(char *to, size_t size, const char *format, ...)
{
    int n;
    va_list list;
    va_start(list, format);
    n = _vsnprintf(to, size, format, list);
    va_end(list);
    return n;
}

TRAMMEL_OURS int _vsnprintf_s(char *to, size_t size, size_t count, const char *format, va_list list)
{
    size_t room = count == _TRUNCATE || count >= size ? size : count + 1;
    int n;
    if (to == NULL || size == 0)
        trammel_misuse("_snprintf_s", "the destination is missing");
    n = vsnprintf(to, room, format, list);
    if (n >= 0 && (size_t)n < room)
        return n;
    if (count != _TRUNCATE && count >= size)
        trammel_misuse("_snprintf_s", "the destination is too small");
    return -1;
}

TRAMMEL_OURS int _snprintf_s(char *to, size_t size, size_t count, const char *format, ...)
{
    int n;
    va_list list;
    va_start(list, format);
    n = _vsnprintf_s(to, size, count, format, list);
    va_end(list);
    return n;
}

#define vsnprintf_s _vsnprintf_s
#define printf_s printf
#define fprintf_s fprintf
#define vfprintf_s vfprintf
#define vprintf_s vprintf
#define _scprintf(...) snprintf(NULL, 0, __VA_ARGS__)

/* trammel_scan reads as the functions scanf_s do: behind the destination of %s, %c and %[ comes its
 * size. It writes a format of C's own with these sizes as widths. */
TRAMMEL_OURS int trammel_scan(FILE *file, const char *text, const char *format, va_list list)
{
    enum { most = 32 };
    void *to[most];
    char plain[2048], digits[24];
    size_t w = 0;
    int n = 0, i;
    const char *f = format;
    for (i = 0; i < most; i++)
        to[i] = NULL;
    while (*f) {
        const char *start = f, *end;
        int starred = 0;
        long width = 0;
        size_t length;
        if (*f != '%' || f[1] == '%') {
            length = *f == '%' ? 2 : 1;
            if (w + length >= sizeof plain)
                trammel_misuse("sscanf_s", "the format is too long");
            memcpy(plain + w, f, length);
            w += length;
            f += length;
            continue;
        }
        f++;
        if (*f == '*') {
            starred = 1;
            f++;
        }
        while (isdigit((unsigned char)*f))
            width = width * 10 + (*f++ - '0');
        end = f;
        while (*end && strchr("hlLqjztI", *end))
            end++;
        if (*end == '[') {
            end++;
            if (*end == '^')
                end++;
            if (*end == ']')
                end++;
            while (*end && *end != ']')
                end++;
        }
        if (*end)
            end++;
        length = (size_t)(end - f);
        if (w + length + 24 >= sizeof plain)
            trammel_misuse("sscanf_s", "the format is too long");
        plain[w++] = '%';
        if (starred)
            plain[w++] = '*';
        else {
            if (n == most)
                trammel_misuse("sscanf_s", "more than 32 values are read");
            to[n++] = va_arg(list, void *);
            if (length > 0 && (end[-1] == 's' || end[-1] == 'c' || end[-1] == ']')) {
                long size = (long)va_arg(list, unsigned);
                long room = end[-1] == 'c' ? size : size - 1;
                if (size <= 0 || (end[-1] == 'c' && width > size))
                    trammel_misuse("sscanf_s", "the destination is too small");
                if (end[-1] != 'c' && (width == 0 || width > room))
                    width = room;
            }
        }
        if (width > 0) {
            sprintf(digits, "%ld", width);
            memcpy(plain + w, digits, strlen(digits));
            w += strlen(digits);
        }
        memcpy(plain + w, f, length);
        w += length;
        f = end;
        (void)start;
    }
    plain[w] = 0;
#define TRAMMEL_ALL                                                                                                      \
    to[0], to[1], to[2], to[3], to[4], to[5], to[6], to[7], to[8], to[9], to[10], to[11], to[12], to[13], to[14],        \
        to[15], to[16], to[17], to[18], to[19], to[20], to[21], to[22], to[23], to[24], to[25], to[26], to[27], to[28],  \
        to[29], to[30], to[31]
    return file ? fscanf(file, plain, TRAMMEL_ALL) : sscanf(text, plain, TRAMMEL_ALL);
#undef TRAMMEL_ALL
}

TRAMMEL_OURS int sscanf_s(const char *text, const char *format, ...)
{
    int n;
    va_list list;
    va_start(list, format);
    n = trammel_scan(NULL, text, format, list);
    va_end(list);
    return n;
}

TRAMMEL_OURS int fscanf_s(FILE *file, const char *format, ...)
{
    int n;
    va_list list;
    va_start(list, format);
    n = trammel_scan(file, NULL, format, list);
    va_end(list);
    return n;
}

TRAMMEL_OURS int scanf_s(const char *format, ...)
{
    int n;
    va_list list;
    va_start(list, format);
    n = trammel_scan(stdin, NULL, format, list);
    va_end(list);
    return n;
}

/* ---- files ---------------------------------------------------------------- */

/* trammel_mode is the mode of fopen without what only Microsoft's library has (t, ccs=, S, R). */
TRAMMEL_OURS const char *trammel_mode(const char *mode, char plain[8])
{
    size_t n = 0;
    for (; *mode && *mode != ',' && n < 7; mode++)
        if (strchr("rwa+bx", *mode))
            plain[n++] = *mode;
    plain[n] = 0;
    return plain;
}

TRAMMEL_OURS errno_t fopen_s(FILE **file, const char *name, const char *mode)
{
    char plain[8];
    *file = fopen(name, trammel_mode(mode, plain));
    return *file ? 0 : errno;
}

TRAMMEL_OURS errno_t freopen_s(FILE **file, const char *name, const char *mode, FILE *old)
{
    char plain[8];
    *file = freopen(name, trammel_mode(mode, plain), old);
    return *file ? 0 : errno;
}

TRAMMEL_OURS errno_t tmpfile_s(FILE **file)
{
    *file = tmpfile();
    return *file ? 0 : errno;
}

TRAMMEL_OURS char *gets_s(char *to, rsize_t size)
{
    if (fgets(to, (int)size, stdin) == NULL)
        return NULL;
    to[strcspn(to, "\n")] = 0;
    return to;
}

#define _fsopen(name, mode, share) fopen(name, mode)
#define _fcloseall fcloseall
#define _getcwd getcwd
#define _chdir chdir
#define _mkdir(name) mkdir(name, 0777)
#define _rmdir rmdir
#define _unlink unlink
#define _access access
#define _fileno fileno
#define _isatty isatty
#define _popen popen
#define _pclose pclose
#define _getpid getpid
#define _close close
#define _read read
#define _write write
#define _lseek lseek
#define _tempnam tempnam

TRAMMEL_OURS errno_t _access_s(const char *name, int mode)
{
    return access(name, mode) == 0 ? 0 : errno;
}

TRAMMEL_OURS char *_fullpath(char *to, const char *name, size_t size)
{
    char *full = realpath(name, NULL);
    if (full == NULL || to == NULL)
        return full;
    if (strlen(full) >= size) {
        free(full);
        return NULL;
    }
    strcpy(to, full);
    free(full);
    return to;
}

TRAMMEL_OURS void _splitpath(const char *path, char *drive, char *dir, char *name, char *suffix)
{
    const char *base = path, *dot, *c;
    if (drive)
        drive[0] = 0;
    for (c = path; *c; c++)
        if (*c == '/' || *c == '\\')
            base = c + 1;
    dot = strrchr(base, '.');
    if (dot == NULL)
        dot = base + strlen(base);
    if (dir) {
        memcpy(dir, path, (size_t)(base - path));
        dir[base - path] = 0;
    }
    if (name) {
        memcpy(name, base, (size_t)(dot - base));
        name[dot - base] = 0;
    }
    if (suffix)
        strcpy(suffix, dot);
}

#define _splitpath_s(path, drive, n1, dir, n2, name, n3, suffix, n4) (_splitpath(path, drive, dir, name, suffix), 0)

TRAMMEL_OURS void _makepath(char *path, const char *drive, const char *dir, const char *name, const char *suffix)
{
    size_t n = dir ? strlen(dir) : 0;
    (void)drive;
    sprintf(path, "%s%s%s%s%s", dir ? dir : "", n && dir[n - 1] != '/' && dir[n - 1] != '\\' ? "/" : "",
            name ? name : "", suffix && *suffix && *suffix != '.' ? "." : "", suffix ? suffix : "");
}

#define _makepath_s(path, n, drive, dir, name, suffix) (_makepath(path, drive, dir, name, suffix), 0)

/* ---- environment and time -------------------------------------------------- */

TRAMMEL_OURS errno_t getenv_s(size_t *length, char *to, rsize_t size, const char *name)
{
    const char *value = getenv(name);
    *length = value ? strlen(value) + 1 : 0;
    if (size > 0)
        to[0] = 0;
    if (value == NULL || size == 0)
        return 0;
    if (*length > size)
        return ERANGE;
    strcpy(to, value);
    return 0;
}

TRAMMEL_OURS errno_t _dupenv_s(char **to, size_t *length, const char *name)
{
    const char *value = getenv(name);
    *to = value ? strdup(value) : NULL;
    if (length)
        *length = value ? strlen(value) + 1 : 0;
    return 0;
}

TRAMMEL_OURS errno_t _putenv_s(const char *name, const char *value)
{
    return setenv(name, value, 1) == 0 ? 0 : errno;
}

#define _putenv(text) putenv(strdup(text))

TRAMMEL_OURS errno_t localtime_s(struct tm *to, const time_t *from)
{
    return localtime_r(from, to) ? 0 : EINVAL;
}

TRAMMEL_OURS errno_t gmtime_s(struct tm *to, const time_t *from)
{
    return gmtime_r(from, to) ? 0 : EINVAL;
}

TRAMMEL_OURS errno_t asctime_s(char *to, size_t size, const struct tm *from)
{
    return size >= 26 && asctime_r(from, to) ? 0 : EINVAL;
}

TRAMMEL_OURS errno_t ctime_s(char *to, size_t size, const time_t *from)
{
    return size >= 26 && ctime_r(from, to) ? 0 : EINVAL;
}

TRAMMEL_OURS void _sleep(unsigned long milliseconds)
{
    usleep((useconds_t)(milliseconds * 1000));
}

/* ---- numbers --------------------------------------------------------------- */

/* bits are those of value, which counts by its sign where the base is ten. */
TRAMMEL_OURS char *trammel_digits(long long value, unsigned long long bits, char *to, int base)
{
    char text[66];
    int n = 0, k = 0;
    if (value < 0 && base == 10) {
        to[k++] = '-';
        bits = 0 - (unsigned long long)value;
    }
    do {
        text[n++] = "0123456789abcdefghijklmnopqrstuvwxyz"[bits % (unsigned)base];
        bits /= (unsigned)base;
    } while (bits);
    while (n)
        to[k++] = text[--n];
    to[k] = 0;
    return to;
}

TRAMMEL_OURS char *_itoa(int value, char *to, int base)
{
    return trammel_digits(value, (unsigned)value, to, base);
}

TRAMMEL_OURS errno_t _itoa_s(int value, char *to, size_t size, int base)
{
    char text[66];
    _itoa(value, text, base);
    return strcpy_s(to, size, text);
}

#define itoa _itoa
#define _ltoa(value, to, base) _itoa((int)(value), to, base)
#define ltoa _ltoa
#define _ultoa(value, to, base) trammel_digits(0, (unsigned)(value), to, base)
#define _i64toa(value, to, base) trammel_digits(value, (unsigned long long)(value), to, base)
#define _atoi64 atoll
#define _gcvt(value, digits, to) gcvt(value, digits, to)

TRAMMEL_OURS int _isnan(double x) { return x != x; }
TRAMMEL_OURS int _finite(double x) { return x - x == 0; }
#define _hypot hypot
#define _copysign copysign
#define _chgsign(x) (-(x))
#define _logb logb
#define _scalb(x, n) scalbn(x, (int)(n))
#define _nextafter nextafter
#define _j0 j0
#define _j1 j1
#define _jn jn
#define _y0 y0
#define _y1 y1
#define _yn yn

#ifdef __cplusplus
}

/* The forms of C++ take the size from the array. */
template <size_t n> inline errno_t strcpy_s(char (&to)[n], const char *from) { return strcpy_s(to, n, from); }
template <size_t n> inline errno_t strcat_s(char (&to)[n], const char *from) { return strcat_s(to, n, from); }
template <size_t n> inline errno_t strncpy_s(char (&to)[n], const char *from, size_t count)
{
    return strncpy_s(to, n, from, count);
}
template <size_t n, typename... Args> inline int sprintf_s(char (&to)[n], const char *format, Args... args)
{
    return sprintf_s(to, n, format, args...);
}
#endif

#endif
