! A spring along DX of marker 9. From time par(2) on it does par(1). Codes behind each fault: see law.c.
subroutine pfosub(id, time, par, npar, dflag, iflag, value)
  implicit none
  integer id, npar, m(1), n, k
  logical dflag, iflag, err
  double precision time, par(*), value, x
  double precision, allocatable :: list(:)
  character(len=3) word
  external sysfnc
  m(1) = 9
  call sysfnc('DX', m, 1, value, err)
  if (iflag .or. time < par(2)) return
  select case (int(par(1)))
  case (1) ! stop | 5 | 5
    stop
  case (2) ! stop with a code | 5 | 5
    stop 3
  case (3) ! error stop | 5 | 5
    error stop 'worn out'
  case (4) ! end of file | 5 | 5 8
    open(20, status='scratch')
    write(20, *) 1.0
    rewind(20)
    read(20, *) x, x
    read(20, *) x
  case (5) ! bad number | 5 | 5 8
    word = 'abc'
    read(word, *) x
  case (6) ! missing file | 5 | 5 8
    open(21, file='no-such-file', status='old')
  case (7) ! a unit that is not open | 5 | 5 8
    read(77, *) x
  case (8) ! allocated twice | 5 | 5 8
    allocate(list(3))
    allocate(list(5))
  case (9) ! too much memory | 5 8 | 5 8
    n = 2000000000
    allocate(list(n * 1000_8))
    list = 1
  case (10) ! a subscript out of its range | 5 | 5 8
    allocate(list(3))
    k = 10 + npar
    list(k) = 1
    value = list(k)
  case (11) ! division of integers by zero | 8 | 8
    n = id - 7
    value = 5 / n
  case (12) ! loop | 5 | 8
    do while (value < 1d300)
      value = value * 0.5d0
    end do
  case (13) ! NaN | 5 6 | 5 6
    x = -1 - time
    value = sqrt(x)
  case (14) ! infinity | 5 6 | 5 6
    x = 0 * time
    value = 1 / x
  case (15) ! abort | 8 | 8
    call abort()
  case (16) ! exit | 5 | 5
    call exit(0)
  case (17) ! output unit closed | same | same
    close(6)
  case (18) ! output unit closed, then used | same | same 5
    close(6)
    write(6, *) 'text'
  case (19) ! a bad format | 5 | 5 8
    word = 'ZZ)'
    write(6, word) x
  case (20) ! a file in a missing folder | 5 | 5 8
    open(22, file='/no/such/folder/x', status='new')
  case (21) ! a pause | 5 same | 8 5 same
    read(*, *) x
  case (22) ! signals by kill | 8 | 8
    call kill(getpid(), 11, n)
  case (23) ! two units on one file | 5 same | 5 8 same
    open(23, file='twice.txt')
    open(24, file='twice.txt')
  case (24) ! exit within an open unit | 5 | 5 8
    open(25, status='scratch')
    write(25, *) 'kept'
    call exit(4)
  end select
end subroutine
