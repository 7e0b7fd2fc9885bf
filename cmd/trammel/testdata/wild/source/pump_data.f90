module pump_data
   real(8) :: a(12)
   logical :: filled = .false.
end module
