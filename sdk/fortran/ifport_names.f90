! ifport_names - all names of ifport, dfport, dflib and the like for statements USE with ONLY. Without ONLY the intrinsic ones need no
! declaration, and would get into the way of arguments called TIME.
module ifport_names
  use ifport
  use ifcore
  intrinsic :: getpid, getuid, getgid, getlog, getarg, iargc, isatty, ttynam
  intrinsic :: system, sleep, flush, abort, exit, signal, kill, alarm
  intrinsic :: hostnm, getcwd, chdir, access, unlink, rename, chmod, link, symlnk, umask
  intrinsic :: stat, fstat, lstat, fseek, ftell, fget, fgetc, fput, fputc, fnum
  intrinsic :: time, ctime, fdate, itime, gmtime, ltime, secnds, etime, dtime, second, mclock
  intrinsic :: rand, srand, irand, ierrno, gerror, perror, lnblnk, short, long
end module
