! A test without a solver: the queries are answered here.
program test
  implicit none
  double precision :: par(30) = 0, force, want
  par(1:5) = [100d0, 1d0, 20d0, 10d0, 3d0]
  want = -100*(1.5d0 - 1) - 3*(-2d0)
  call spring(1, 0d0, par, 5, .false., .false., force)
  print *, 'force', force, 'want', want
  if (force /= want) stop 1
end program

subroutine sysfnc(name, par, npar, state, flag)
  implicit none
  character(*) :: name
  integer :: npar, par(npar), flag
  double precision :: state
  if (npar /= 2 .or. par(1) /= 20 .or. par(2) /= 10) stop 2
  flag = 0
  state = -2
  if (name == 'DM') state = 1.5d0
end subroutine
