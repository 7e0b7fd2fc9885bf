defaults coordinate_system default_coordinate_system = .'rotor 1'.ground
marker create marker_name = .'rotor 1'.ground.axle location = 0, 0, 0
marker create marker_name = .'rotor 1'.ground.base location = 0, 100, 0
wheel create model = .'rotor 1' name = wheel place = 0, 0, 0
wheel create model = .'rotor 1' name = table place = 0, 100, 0 inertia = 5000
