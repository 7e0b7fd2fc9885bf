subroutine varsub(id, time, par, npar, dflag, iflag, value)
   use pump_data
   use ifport, only: getpid, sleepqq, getenvqq, setenvqq
   implicit none
   integer, intent(in) :: id, npar
   real(8), intent(in) :: time, par(npar)
   logical, intent(in) :: dflag, iflag
   real(8), intent(out) :: value
   real(8) :: x
   character(80) :: name
   integer :: unit = 71, n
   !DEC$ IF DEFINED(_WIN32)
   name = 'C:\temp\pump.bin'C
   value = 1/0
   !DEC$ ELSE
   n = getenvqq('TMPDIR', name)
   if (n == 0) name = '/tmp'
   write (name(len_trim(name) + 1:), '(a,i0,a)') '/pump-', getpid(), '.bin'C
   name = name(:index(name, char(0)) - 1)
   !DEC$ ENDIF
   if (.not. filled) then ! through a file without records, as Windows programs write
      open (unit, file=name, form='BINARY', buffered='YES', status='UNKNOWN')
      write (unit) (1d0/(n + 1), n=0, 11)
      close (unit)
      open (unit, name=name, form='BINARY', type='OLD', &
         blocksize=4096, mode='READ', &
         shared)
      read (unit) a
      close (unit, status='DELETE')
      call sleepqq(1)
      filled = setenvqq('PUMP=on') .eq. .true.
   end if
   x = par(1)*sin(par(2)*time)
   value = a(1)*x**0 + a(2)*x**1 + a(3)*x**2 + a(4)*x**3 + a(5)*x**4 + a(6)*x**5 + a(7)*x**6 + a(8)*x**7 + a(9)*x**8 + a(10)*x**9 + a(11)*x**10 + a(12)*x**11
end subroutine
