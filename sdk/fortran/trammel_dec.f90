! trammel_dec - DATE, TIME and IDATE as subroutines of DEC's library, under names that gfortran has no functions of.
subroutine trammel_date(text)
  character(*), intent(out) :: text
  integer :: v(8)
  character(3), parameter :: month(12) = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
  character(9) :: t
  call date_and_time(values=v)
  write (t, '(i2.2,"-",a,"-",i2.2)') v(3), month(v(2)), mod(v(1), 100)
  text = t
end subroutine

subroutine trammel_time(text)
  character(*), intent(out) :: text
  character(10) :: t
  call date_and_time(time=t)
  text = t(1:2)//':'//t(3:4)//':'//t(5:6)
end subroutine

subroutine trammel_idate(month, day, year)
  integer, intent(out) :: month, day, year
  integer :: v(8)
  call date_and_time(values=v)
  month = v(2)
  day = v(3)
  year = mod(v(1), 100)
end subroutine
