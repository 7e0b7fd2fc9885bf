! ifwin - the functions of Windows that user subroutines call. One that is missing here is an error of the compiler, which names it.
module ifwin
  use ifwinty
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t
  use, intrinsic :: iso_fortran_env, only: error_unit
  implicit none
  public
  private :: c_int, c_int64_t, error_unit, posix_usleep, cut

  interface
    function posix_usleep(microseconds) bind(c, name="usleep") result(r)
      import c_int
      integer(c_int), value :: microseconds
      integer(c_int) :: r
    end function
  end interface
contains
  subroutine sleep(milliseconds)
    integer(4), intent(in) :: milliseconds
    integer(c_int) :: r
    r = posix_usleep(milliseconds*1000_c_int)
  end subroutine

  integer(4) function gettickcount()
    integer(c_int64_t) :: now, rate
    call system_clock(now, rate)
    gettickcount = int(mod(now/(rate/1000), 2_c_int64_t**31), 4)
  end function

  integer(4) function getcurrentprocessid()
    getcurrentprocessid = getpid()
  end function

  ! Messages go to the standard error.
  subroutine outputdebugstring(text)
    character(*), intent(in) :: text
    write (error_unit, '(a)') cut(text)
  end subroutine

  integer(4) function messagebox(window, text, title, kind)
    integer(handle), intent(in) :: window
    character(*), intent(in) :: text, title
    integer(4), intent(in) :: kind
    write (error_unit, '(a,": ",a)') cut(title), cut(text)
    messagebox = idok + 0*kind + 0*int(window, 4)
  end function

  ! A text up to the zero byte that ends it in C.
  function cut(text)
    character(*), intent(in) :: text
    character(:), allocatable :: cut
    integer :: k
    k = index(text, char(0))
    if (k == 0) k = len_trim(text) + 1
    cut = text(:k - 1)
  end function
end module
