! ifwinty - kinds and constants of the functions of Windows.
module ifwinty
  use, intrinsic :: iso_c_binding, only: c_intptr_t
  implicit none
  public
  private :: c_intptr_t
  integer, parameter :: handle = c_intptr_t, lpvoid = c_intptr_t, lpcstr = c_intptr_t, ulong_ptr = c_intptr_t
  integer, parameter :: dword = 4, word = 2, bool = 4, byte = 1, sint = 4, uint = 4, long = 4, ulong = 4, float = 4, double = 8
  integer(4), parameter :: true = 1, false = 0, null = 0, max_path = 260
  integer(4), parameter :: mb_ok = 0, mb_iconerror = 16, mb_iconwarning = 48, mb_iconinformation = 64, idok = 1
end module
