! ifport - procedures of Intel's portability library that user subroutines call, but for those that gfortran has itself as intrinsic
! ones: ifport_names has these, for USE with ONLY. One that is missing here is an error of the compiler, which names it.
module ifport
  use, intrinsic :: iso_c_binding, only: c_int, c_char, c_null_char, c_ptr, c_long, c_size_t, c_loc, c_funptr
  use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64, output_unit
  implicit none
  public
  private :: c_int, c_char, c_null_char, c_ptr, c_long, c_size_t, c_loc, c_funptr
  private :: int8, int16, int32, int64, real32, real64, output_unit
  private :: posix_mkdir, posix_rmdir, posix_chdir, posix_setenv, posix_usleep, posix_system

  integer(4), parameter :: file$first = -1, file$last = -2, file$error = -3
  integer(4), parameter :: file$archive = 32, file$dir = 16, file$normal = 0, file$hidden = 2, file$readonly = 1, &
                           file$system = 4, file$volume = 8
  integer(4), parameter :: err$noent = 2, err$acces = 13, err$inval = 22, err$nomem = 12, err$2big = 7, err$noexec = 8, &
                           err$exist = 17
  integer(4), parameter :: sigint = 2, sigill = 4, sigabrt = 6, sigfpe = 8, sigkill = 9, sigsegv = 11, sigterm = 15
  integer(4), parameter :: srt$integer1 = 1, srt$integer2 = 2, srt$integer4 = 3, srt$real4 = 4, srt$real8 = 5, srt$integer8 = 6

  interface
    function posix_mkdir(name, mode) bind(c, name="mkdir") result(r)
      import c_int, c_char
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: mode
      integer(c_int) :: r
    end function
    function posix_rmdir(name) bind(c, name="rmdir") result(r)
      import c_int, c_char
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int) :: r
    end function
    function posix_chdir(name) bind(c, name="chdir") result(r)
      import c_int, c_char
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int) :: r
    end function
    function posix_setenv(name, text, overwrite) bind(c, name="setenv") result(r)
      import c_int, c_char
      character(kind=c_char), intent(in) :: name(*), text(*)
      integer(c_int), value :: overwrite
      integer(c_int) :: r
    end function
    function posix_usleep(microseconds) bind(c, name="usleep") result(r)
      import c_int
      integer(c_int), value :: microseconds
      integer(c_int) :: r
    end function
    function posix_system(command) bind(c, name="system") result(r)
      import c_int, c_char
      character(kind=c_char), intent(in) :: command(*)
      integer(c_int) :: r
    end function
  end interface

  interface qsort
    module procedure qsort_int4, qsort_real4, qsort_real8
  end interface
  interface idate
    module procedure idate_parts, idate_array
  end interface

contains

  subroutine sleepqq(milliseconds)
    integer(4), intent(in) :: milliseconds
    integer(c_int) :: r
    r = posix_usleep(milliseconds*1000_c_int)
  end subroutine

  subroutine beepqq(frequency, milliseconds)
    integer(4), intent(in) :: frequency, milliseconds
    call sleepqq(milliseconds + 0*frequency)
  end subroutine

  logical(4) function systemqq(command)
    character(*), intent(in) :: command
    systemqq = posix_system(trim(command)//c_null_char) == 0
  end function

  integer(2) function runqq(program, arguments)
    character(*), intent(in) :: program, arguments
    runqq = int(ibits(posix_system(trim(program)//' '//trim(arguments)//c_null_char), 8, 8), 2)
  end function

  logical(4) function makedirqq(name)
    character(*), intent(in) :: name
    makedirqq = posix_mkdir(trim(name)//c_null_char, 511_c_int) == 0
  end function

  logical(4) function deldirqq(name)
    character(*), intent(in) :: name
    deldirqq = posix_rmdir(trim(name)//c_null_char) == 0
  end function

  logical(4) function changedirqq(name)
    character(*), intent(in) :: name
    changedirqq = posix_chdir(trim(name)//c_null_char) == 0
  end function

  ! The folder in which the program is, and the length of its name.
  integer(4) function getdrivedirqq(name)
    character(*), intent(inout) :: name
    integer(4) :: status
    call getcwd(name, status)
    getdrivedirqq = merge(len_trim(name), 0, status == 0)
  end function

  ! The value of a variable of the environment, and its length.
  integer(4) function getenvqq(name, text)
    character(*), intent(in) :: name
    character(*), intent(out) :: text
    integer :: length, status
    call get_environment_variable(name, text, length, status)
    getenvqq = merge(length, 0, status <= 0)
  end function

  ! NAME=text, as one argument.
  logical(4) function setenvqq(assignment)
    character(*), intent(in) :: assignment
    integer :: k
    k = index(assignment, '=')
    setenvqq = .false.
    if (k > 1) setenvqq = posix_setenv(assignment(:k - 1)//c_null_char, trim(assignment(k + 1:))//c_null_char, 1_c_int) == 0
  end function

  integer(4) function hostnam(name)
    character(*), intent(out) :: name
    call hostnm(name, hostnam)
  end function

  integer(4) function delfilesqq(name)
    character(*), intent(in) :: name
    integer :: unit, status
    delfilesqq = 0
    open (newunit=unit, file=name, status='old', iostat=status)
    if (status /= 0) return
    close (unit, status='delete', iostat=status)
    delfilesqq = merge(1, 0, status == 0)
  end function

  logical(4) function renamefileqq(old, new)
    character(*), intent(in) :: old, new
    integer :: status
    call rename(old, new, status)
    renamefileqq = status == 0
  end function

  ! Splits a path; the result is the length of its folder.
  integer(4) function splitpathqq(path, drive, dir, name, ext)
    character(*), intent(in) :: path
    character(*), intent(out) :: drive, dir, name, ext
    integer :: k, dot
    k = scan(path, '/\', back=.true.)
    dot = index(path, '.', back=.true.)
    if (dot <= k) dot = len_trim(path) + 1
    drive = ' '
    dir = path(:k)
    name = path(k + 1:dot - 1)
    ext = path(min(dot, len(path) + 1):)
    splitpathqq = k
  end function

  integer(4) function getlasterrorqq()
    getlasterrorqq = ierrno()
  end function

  ! Seconds since the clock was first read.
  real(8) function timef()
    integer(int64), save :: start = -1
    integer(int64) :: now, rate
    call system_clock(now, rate)
    if (start < 0) start = now
    timef = real(now - start, 8)/real(rate, 8)
  end function

  ! Seconds of the clock, for differences.
  real(8) function dclock()
    integer(int64) :: now, rate
    call system_clock(now, rate)
    dclock = real(now, 8)/real(rate, 8)
  end function

  ! Seconds since 1970.
  real(8) function rtc()
    integer :: v(8)
    call date_and_time(values=v)
    rtc = real(time8(), 8) + 1d-3*v(8)
  end function

  ! The time of the day as hh:mm:ss.
  character(8) function clock()
    character(10) :: t
    call date_and_time(time=t)
    clock = t(1:2)//':'//t(3:4)//':'//t(5:6)
  end function

  ! The date as yyddd.
  character(8) function jdate()
    integer :: v(8)
    character(8) :: text
    integer, parameter :: before(12) = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
    call date_and_time(values=v)
    write (text, '(i2.2,i3.3)') mod(v(1), 100), before(v(2)) + v(3) + merge(1, 0, v(2) > 2 .and. mod(v(1), 4) == 0)
    jdate = text
  end function

  real(8) function drand(seed)
    integer(4), intent(in) :: seed
    drand = real(rand(seed), 8)
  end function

  ! The last occurrence of a text in another.
  integer(4) function rindex(text, part)
    character(*), intent(in) :: text, part
    rindex = index(text, part, back=.true.)
  end function

  integer(4) function nargs()
    nargs = command_argument_count() + 1
  end function

  subroutine idate_parts(month, day, year)
    integer(4), intent(out) :: month, day, year
    integer :: v(8)
    call date_and_time(values=v)
    month = v(2)
    day = v(3)
    year = mod(v(1), 100)
  end subroutine

  subroutine idate_array(parts)
    integer(4), intent(out) :: parts(3)
    integer :: v(8)
    call date_and_time(values=v)
    parts = [v(3), v(2), v(1)]
  end subroutine

  subroutine qsort_int4(list, n, size, compare)
    integer(4), intent(inout) :: list(*)
    integer(4), intent(in) :: n, size
    integer(2), external :: compare
    integer :: i, j, gap
    integer(4) :: x
    gap = max(n, 0*size)/2
    do while (gap > 0)
      do i = gap + 1, n
        x = list(i)
        j = i - gap
        do while (j > 0)
          if (compare(list(j), x) <= 0) exit
          list(j + gap) = list(j)
          j = j - gap
        end do
        list(j + gap) = x
      end do
      gap = gap/2
    end do
  end subroutine

  subroutine qsort_real4(list, n, size, compare)
    real(4), intent(inout) :: list(*)
    integer(4), intent(in) :: n, size
    integer(2), external :: compare
    integer :: i, j, gap
    real(4) :: x
    gap = max(n, 0*size)/2
    do while (gap > 0)
      do i = gap + 1, n
        x = list(i)
        j = i - gap
        do while (j > 0)
          if (compare(list(j), x) <= 0) exit
          list(j + gap) = list(j)
          j = j - gap
        end do
        list(j + gap) = x
      end do
      gap = gap/2
    end do
  end subroutine

  subroutine qsort_real8(list, n, size, compare)
    real(8), intent(inout) :: list(*)
    integer(4), intent(in) :: n, size
    integer(2), external :: compare
    integer :: i, j, gap
    real(8) :: x
    gap = max(n, 0*size)/2
    do while (gap > 0)
      do i = gap + 1, n
        x = list(i)
        j = i - gap
        do while (j > 0)
          if (compare(list(j), x) <= 0) exit
          list(j + gap) = list(j)
          j = j - gap
        end do
        list(j + gap) = x
      end do
      gap = gap/2
    end do
  end subroutine
end module
