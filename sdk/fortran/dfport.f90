! dfport - the portability library under another name.
module dfport
  use ifport
end module
