/* windows.h - the types of Windows and those of its functions that user subroutines call, for
 * sources that include it elsewhere. Functions that are missing here are errors of the compiler or
 * of the loader, which name them. */
#ifndef TRAMMEL_WINDOWS_H
#define TRAMMEL_WINDOWS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <pthread.h>
#include <limits.h>
#include "trammel_microsoft.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- types ---------------------------------------------------------------- */

#ifndef BOOL
typedef int BOOL;
#endif
#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif
typedef unsigned char BYTE, UCHAR, BOOLEAN;
typedef unsigned short WORD, USHORT;
typedef unsigned int DWORD, UINT, ULONG;
typedef int INT, LONG, HRESULT;
typedef short SHORT;
typedef char CHAR, TCHAR;
typedef wchar_t WCHAR;
typedef float FLOAT;
typedef double DOUBLE;
typedef long long LONGLONG, INT64, LONG64;
typedef unsigned long long ULONGLONG, DWORDLONG, UINT64, DWORD64;
typedef intptr_t INT_PTR, LONG_PTR, LPARAM, LRESULT;
typedef uintptr_t UINT_PTR, ULONG_PTR, DWORD_PTR, WPARAM;
typedef size_t SIZE_T;
typedef void VOID, *PVOID, *LPVOID, *HANDLE, *HMODULE, *HINSTANCE, *HWND, *HGLOBAL;
typedef const void *LPCVOID;
typedef char *LPSTR, *PSTR, *LPTSTR, *PCHAR;
typedef const char *LPCSTR, *PCSTR, *LPCTSTR;
typedef DWORD *LPDWORD, *PDWORD;
typedef WORD *LPWORD, *PWORD;
typedef BYTE *LPBYTE, *PBYTE;
typedef BOOL *LPBOOL, *PBOOL;
typedef LONG *LPLONG, *PLONG;
typedef int (*FARPROC)(void);
typedef union {
    __extension__ struct {
        DWORD LowPart;
        LONG HighPart;
    };
    struct {
        DWORD LowPart;
        LONG HighPart;
    } u;
    LONGLONG QuadPart;
} LARGE_INTEGER, *PLARGE_INTEGER;
typedef struct {
    WORD wYear, wMonth, wDayOfWeek, wDay, wHour, wMinute, wSecond, wMilliseconds;
} SYSTEMTIME, *LPSYSTEMTIME;
typedef pthread_mutex_t CRITICAL_SECTION, *LPCRITICAL_SECTION;

#define CONST const
#define IN
#define OUT
#define FAR
#define NEAR
#define PASCAL
#define STDAPICALLTYPE
#define MAX_PATH 260
#define INFINITE 0xFFFFFFFFu
#define INVALID_HANDLE_VALUE ((HANDLE)(intptr_t)-1)
#define ERROR_SUCCESS 0
#define NO_ERROR 0
#define MB_OK 0u
#define MB_ICONERROR 0x10u
#define MB_ICONWARNING 0x30u
#define MB_ICONINFORMATION 0x40u
#define IDOK 1
#define DLL_PROCESS_DETACH 0
#define DLL_PROCESS_ATTACH 1
#define DLL_THREAD_ATTACH 2
#define DLL_THREAD_DETACH 3
#define TEXT(text) text
#define LOWORD(x) ((WORD)((x) & 0xFFFF))
#define HIWORD(x) ((WORD)(((x) >> 16) & 0xFFFF))
#define UNREFERENCED_PARAMETER(x) ((void)(x))
#define ZeroMemory(to, n) memset((to), 0, (n))
#define FillMemory(to, n, value) memset((to), (value), (n))
#define CopyMemory(to, from, n) memcpy((to), (from), (n))
#define MoveMemory(to, from, n) memmove((to), (from), (n))
#if !defined(__cplusplus) && !defined(NOMINMAX)
#ifndef min
#define min(a, b) (((a) < (b)) ? (a) : (b))
#endif
#ifndef max
#define max(a, b) (((a) > (b)) ? (a) : (b))
#endif
#endif

/* ---- time ------------------------------------------------------------------ */

TRAMMEL_OURS void Sleep(DWORD milliseconds)
{
    usleep((useconds_t)milliseconds * 1000);
}

TRAMMEL_OURS ULONGLONG GetTickCount64(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (ULONGLONG)t.tv_sec * 1000 + (ULONGLONG)t.tv_nsec / 1000000;
}

TRAMMEL_OURS DWORD GetTickCount(void) { return (DWORD)GetTickCount64(); }
TRAMMEL_OURS DWORD timeGetTime(void) { return (DWORD)GetTickCount64(); }

TRAMMEL_OURS BOOL QueryPerformanceFrequency(LARGE_INTEGER *perSecond)
{
    perSecond->QuadPart = 1000000000;
    return TRUE;
}

TRAMMEL_OURS BOOL QueryPerformanceCounter(LARGE_INTEGER *count)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    count->QuadPart = (LONGLONG)t.tv_sec * 1000000000 + t.tv_nsec;
    return TRUE;
}

TRAMMEL_OURS void trammel_system_time(SYSTEMTIME *to, int local)
{
    struct timespec now;
    struct tm t;
    clock_gettime(CLOCK_REALTIME, &now);
    if (local)
        localtime_r(&now.tv_sec, &t);
    else
        gmtime_r(&now.tv_sec, &t);
    to->wYear = (WORD)(t.tm_year + 1900);
    to->wMonth = (WORD)(t.tm_mon + 1);
    to->wDayOfWeek = (WORD)t.tm_wday;
    to->wDay = (WORD)t.tm_mday;
    to->wHour = (WORD)t.tm_hour;
    to->wMinute = (WORD)t.tm_min;
    to->wSecond = (WORD)t.tm_sec;
    to->wMilliseconds = (WORD)(now.tv_nsec / 1000000);
}

TRAMMEL_OURS void GetLocalTime(SYSTEMTIME *to) { trammel_system_time(to, 1); }
TRAMMEL_OURS void GetSystemTime(SYSTEMTIME *to) { trammel_system_time(to, 0); }

/* ---- process, files, environment -------------------------------------------- */

TRAMMEL_OURS DWORD GetCurrentProcessId(void) { return (DWORD)getpid(); }
TRAMMEL_OURS DWORD GetLastError(void) { return (DWORD)errno; }
TRAMMEL_OURS void SetLastError(DWORD code) { errno = (int)code; }

/* trammel_text copies a text as the functions of Windows do and returns its length, or the room
 * that it needs. */
TRAMMEL_OURS DWORD trammel_text(const char *from, char *to, DWORD size)
{
    size_t n = from ? strlen(from) : 0;
    if (from == NULL)
        return 0;
    if (n + 1 > size)
        return (DWORD)n + 1;
    memcpy(to, from, n + 1);
    return (DWORD)n;
}

TRAMMEL_OURS DWORD GetEnvironmentVariableA(LPCSTR name, LPSTR to, DWORD size)
{
    return trammel_text(getenv(name), to, size);
}

TRAMMEL_OURS BOOL SetEnvironmentVariableA(LPCSTR name, LPCSTR value)
{
    return (value ? setenv(name, value, 1) : unsetenv(name)) == 0;
}

TRAMMEL_OURS DWORD GetCurrentDirectoryA(DWORD size, LPSTR to)
{
    char name[PATH_MAX];
    return trammel_text(getcwd(name, sizeof name), to, size);
}

TRAMMEL_OURS BOOL SetCurrentDirectoryA(LPCSTR name) { return chdir(name) == 0; }
TRAMMEL_OURS BOOL CreateDirectoryA(LPCSTR name, void *security) { return (void)security, mkdir(name, 0777) == 0; }
TRAMMEL_OURS BOOL DeleteFileA(LPCSTR name) { return unlink(name) == 0; }

/* Messages go to the standard error. */
TRAMMEL_OURS void OutputDebugStringA(LPCSTR text) { fputs(text, stderr); }

TRAMMEL_OURS int MessageBoxA(HWND window, LPCSTR text, LPCSTR title, UINT kind)
{
    (void)window, (void)kind;
    fprintf(stderr, "%s: %s\n", title ? title : "Error", text ? text : "");
    return IDOK;
}

#define GetEnvironmentVariable GetEnvironmentVariableA
#define SetEnvironmentVariable SetEnvironmentVariableA
#define GetCurrentDirectory GetCurrentDirectoryA
#define SetCurrentDirectory SetCurrentDirectoryA
#define CreateDirectory CreateDirectoryA
#define DeleteFile DeleteFileA
#define OutputDebugString OutputDebugStringA
#define MessageBox MessageBoxA
#define lstrcpy strcpy
#define lstrcpyA strcpy
#define lstrcat strcat
#define lstrcatA strcat
#define lstrcmp strcmp
#define lstrcmpi strcasecmp
#define lstrlen(text) ((int)strlen(text))
#define lstrlenA(text) ((int)strlen(text))
#define wsprintf sprintf
#define wsprintfA sprintf

/* ---- libraries --------------------------------------------------------------- */

TRAMMEL_OURS HMODULE LoadLibraryA(LPCSTR name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL); }
TRAMMEL_OURS BOOL FreeLibrary(HMODULE library) { return dlclose(library) == 0; }

TRAMMEL_OURS FARPROC GetProcAddress(HMODULE library, LPCSTR name)
{
    union {
        void *data;
        FARPROC code;
    } u;
    u.data = dlsym(library, name);
    return u.code;
}

/* The file of the library that this header was compiled into, whatever the module. */
TRAMMEL_OURS DWORD GetModuleFileNameA(HMODULE module, LPSTR to, DWORD size)
{
    static const char here = 0;
    Dl_info info;
    (void)module;
    if (dladdr((const void *)&here, &info) == 0)
        return 0;
    return trammel_text(info.dli_fname, to, size);
}

#define LoadLibrary LoadLibraryA
#define GetModuleFileName GetModuleFileNameA

/* ---- locks -------------------------------------------------------------------- */

TRAMMEL_OURS void InitializeCriticalSection(CRITICAL_SECTION *lock)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(lock, &kind);
    pthread_mutexattr_destroy(&kind);
}

TRAMMEL_OURS void EnterCriticalSection(CRITICAL_SECTION *lock) { pthread_mutex_lock(lock); }
TRAMMEL_OURS void LeaveCriticalSection(CRITICAL_SECTION *lock) { pthread_mutex_unlock(lock); }
TRAMMEL_OURS void DeleteCriticalSection(CRITICAL_SECTION *lock) { pthread_mutex_destroy(lock); }

/* ---- DllMain ------------------------------------------------------------------- */

/* A library that defines DllMain has it called when it is opened. */
BOOL WINAPI DllMain(HINSTANCE library, DWORD reason, LPVOID reserved) __attribute__((weak));
extern int trammel_attached __attribute__((weak, visibility("hidden")));
int trammel_attached __attribute__((weak, visibility("hidden")));

__attribute__((constructor, unused)) static void trammel_attach(void)
{
    if (trammel_attached || &DllMain == NULL)
        return;
    trammel_attached = 1;
    DllMain((HINSTANCE)&trammel_attached, DLL_PROCESS_ATTACH, NULL);
}

#ifdef __cplusplus
}
#endif

#endif
