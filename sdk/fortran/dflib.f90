! dflib - the libraries of Compaq's compiler: portability and run time, without its windows.
module dflib
  use ifport
  use ifcore
end module
