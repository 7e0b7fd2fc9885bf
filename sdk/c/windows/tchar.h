/* tchar.h - texts of one byte a character under the names that depend on a setting. */
#ifndef TRAMMEL_TCHAR_H
#define TRAMMEL_TCHAR_H
#include "trammel_microsoft.h"
#define _T(text) text
#define _TEXT(text) text
#define _TCHAR char
#define _tcscpy strcpy
#define _tcscpy_s strcpy_s
#define _tcscat strcat
#define _tcscmp strcmp
#define _tcsicmp strcasecmp
#define _tcslen strlen
#define _tcstok strtok
#define _tprintf printf
#define _stprintf sprintf
#define _ftprintf fprintf
#define _tfopen fopen
#define _tfopen_s fopen_s
#define _ttoi atoi
#define _tstof atof
#endif
