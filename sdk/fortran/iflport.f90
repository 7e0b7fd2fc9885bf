! iflport - the portability library under another name.
module iflport
  use ifport
end module
