! ifcore - procedures of the run-time library of Intel's compiler.
module ifcore
  use, intrinsic :: iso_fortran_env, only: error_unit
  implicit none
  public
  private :: error_unit
contains
  ! Writes what a unit holds back.
  logical(4) function commitqq(unit)
    integer(4), intent(in) :: unit
    logical :: is_open
    inquire (unit=unit, opened=is_open)
    if (is_open) flush (unit)
    commitqq = is_open
  end function

  ! Writes the calls that lead here, and ends the program unless user_exit_code is -1.
  subroutine tracebackqq(string, user_exit_code, status)
    character(*), intent(in), optional :: string
    integer(4), intent(in), optional :: user_exit_code
    integer(4), intent(out), optional :: status
    if (present(string)) write (error_unit, '(a)') trim(string)
    call backtrace()
    if (present(status)) status = 0
    if (present(user_exit_code)) then
      if (user_exit_code == -1) return
      call exit(user_exit_code)
    end if
    call exit(0)
  end subroutine

  ! Nothing is typed while a model is simulated.
  logical(4) function peekcharqq()
    peekcharqq = .false.
  end function

  character(1) function getcharqq()
    getcharqq = char(0)
  end function
end module
