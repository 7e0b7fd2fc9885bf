! msflib - the libraries of Microsoft's compiler under their name.
module msflib
  use dflib
end module
