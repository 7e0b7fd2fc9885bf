! kernel32 - ifwin under the name of an older or larger library.
module kernel32
  use ifwin
end module
