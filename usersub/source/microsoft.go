package source

import "strings"

// microsoftNames are names of Microsoft's C that gcc and the C library of Linux lack; the header trammel_microsoft.h has them.
var microsoftNames = setOfNames(`__declspec __stdcall __cdecl __fastcall __thiscall __vectorcall _stdcall _cdecl __forceinline __int64 __int32 __int16 __int8
_inline WINAPI APIENTRY CALLBACK errno_t rsize_t _TRUNCATE _countof _MAX_PATH _MAX_FNAME _MAX_DIR _MAX_EXT _MAX_DRIVE
strcpy_s strncpy_s strcat_s strncat_s strtok_s strnlen_s strerror_s strlwr _strlwr _strlwr_s strupr _strupr _strupr_s strrev _strrev
_strdup _stricmp stricmp _strnicmp strnicmp strcmpi _strcmpi
sprintf_s _snprintf _snprintf_s _vsnprintf vsprintf_s vsnprintf_s _vsnprintf_s printf_s fprintf_s vfprintf_s vprintf_s _scprintf
sscanf_s fscanf_s scanf_s fopen_s freopen_s tmpfile_s gets_s _fsopen _fcloseall
memcpy_s memmove_s getenv_s _dupenv_s _putenv _putenv_s localtime_s gmtime_s asctime_s ctime_s
_itoa itoa _itoa_s _ltoa ltoa _ultoa _gcvt _atoi64 _i64toa _fcvt
_isnan _finite _hypot _copysign _j0 _j1 _jn _y0 _y1 _yn _chgsign _logb _scalb _nextafter _cabs _fpclass
_getcwd _chdir _mkdir _rmdir _unlink _access _access_s _fileno _isatty _popen _pclose _getpid _open _close _read _write _lseek _tempnam _fullpath
_splitpath _makepath _splitpath_s _makepath_s _sleep _beep __min __max _swab _rotl _rotr _lrotl _aligned_malloc _aligned_free _alloca
_controlfp _controlfp_s _clearfp _statusfp _fpreset _set_invalid_parameter_handler`)

// microsoftHeaders are headers of Microsoft's C that others lack.
var microsoftHeaders = setOfNames("windows.h windef.h winbase.h tchar.h direct.h io.h process.h conio.h crtdbg.h stdafx.h")

func setOfNames(list string) map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(list) {
		m[n] = true
	}
	return m
}
