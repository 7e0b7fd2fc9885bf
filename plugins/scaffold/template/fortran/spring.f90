! The force of a spring with a damper along the line between two markers,
!
!     F = -k (d - l) - c v
!
! with the distance d and its rate v. It pushes the markers apart where it is positive. USER(k, l, i, j, c).
subroutine spring(id, time, par, npar, dflag, iflag, value)
  implicit none
  integer :: id, npar, ends(2), err
  logical :: dflag, iflag
  double precision :: time, par(*), value, d, v
  ends = int(par(3:4))
  call sysfnc('DM', ends, 2, d, err)
  call sysfnc('VR', ends, 2, v, err)
  value = -par(1)*(d - par(2)) - par(5)*v
end subroutine
