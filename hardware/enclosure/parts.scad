// The sizes of the bought parts, in millimetres. The case is drawn from these numbers, and the tests
// measure the finished case against them. Each comment says where the number comes from. "estimate"
// means that it differs between sellers: measure yours, and change it here.

// 2.42 inch OLED (hub)
big_board = [61.5, 39.5];         // module size in Waveshare's wiki, 2.42inch OLED Module
big_active = [55.01, 27.49];      // display size on the same page
big_active_up = 2.6;              // estimate: the lit area lies above the board's middle
big_glass_thick = 2.1;            // estimate: glass with its tape
big_board_thick = 1.6;            // usual board

// 1.3 inch OLED (pods and wired seats)
small_board = [35.4, 33.5];       // usual four-pin module; Silicon Chip 10/2023 gives 35 x 33
small_active = [29.42, 14.7];     // 1.3 inch panel, pitch 0.23 mm times 128 x 64
small_active_up = 2.0;            // estimate: the lit area lies above the board's middle
small_glass_thick = 1.5;          // panel datasheets: 1.4 to 1.5
small_board_thick = 1.2;          // usual for these modules

// Tactile switch 12 x 12 x 7.3
switch_body = [12.0, 12.0];       // Omron B3F data sheet, drawing of the 4000 series
switch_height = 7.3;              // from the board to the tip of the plunger, as in its name
switch_height_off = 0.4;          // its tolerance: the drawing's note on all sizes without one
switch_legs = [12.5, 5.0];        // from leg to leg, same drawing
switch_leg_wide = 1.0;            // same drawing, with the kink in the leg
switch_leg_long = 3.5;            // from the board down, same drawing
switch_pegs = 9.0;                // from peg to peg, between the rows of legs, same drawing
switch_peg = 1.8;                 // hole for a peg, same drawing
switch_travel = 0.3;              // same data sheet, operating characteristics
switch_travel_off = 0.2;          // its tolerance, upwards; the SMD version, B3FS-4, has 0.25 +- 0.15

// LED of 3 mm and piezo buzzer (optional, in the hub)
light_wide = 3.0;                 // usual size, as in its name
light_flange = 3.8;               // estimate: the wider ring at its foot
light_flange_high = 1.0;          // estimate
light_high = 5.3;                 // estimate: from the foot to the tip
light_legs = 2.54;                // from leg to leg, usual
buzzer_wide = 12.6;               // Murata PKM13EPYH4000, from memory; TDK PS1240: 12.2
buzzer_high = 6.9;                // same; TDK PS1240: 6.5
buzzer_pins = 5.0;                // from pin to pin, both

// Raspberry Pi
zero_board = [65, 30];            // mechanical drawing of the Zero 2 W
zero_holes = [58, 23];            // same
zero_card = 1.9;                  // from the board's middle to the card's, towards the header, same
pi_board = [85, 56];              // mechanical drawing of the Pi 4 (3 and 5 are the same)
pi_holes = [58, 49];              // same
pi_hole_edge = 3.5;               // from the board's corner to the first hole, same
pi_hole = 2.7;                    // for M2.5, same
pi_sockets_out = 3.0;             // how far the USB sockets protrude over the board's edge, same
pi_sockets = [53, 16.5];          // width and height of the USB and network sockets, same
header_plug_high = 16.5;          // a pin header with a jumper wire's plug on it
header_high = 11;                 // from the Zero's board to a HAT's: pin header 2.5, socket 8.5
hat_board = [65, 30.2];           // Waveshare's 1.3inch OLED HAT; from its other HATs of the same shape
board_thick = 1.4;                // of all these boards

// Raspberry Pi Pico
pico_board = [21, 51];            // Pico datasheet, mechanical
pico_holes = [11.4, 47];          // same
pico_hole = 2.1;                  // same
pico_thick = 1.0;                 // same

// Screws, cables and the rest
m3_core = 2.6;                    // hole in PLA in which an M3 screw cuts its thread
m3_free = 3.4;                    // clearance hole for M3
m3_head = 6.0;                    // pan head ISO 7045: 5.6; countersunk ISO 7046: 5.5
m3_sunk_head = 5.5;               // countersunk ISO 7046
m25_core = 2.1;                   // as above for M2.5
m25_head = 5.0;                   // pan head ISO 7045
m2_core = 1.7;                    // as above for M2
m2_head = 3.8;                    // cheese head ISO 1207: a pan head of 4.0 touches the Pico's socket
cable = 4.5;                      // outer diameter of the USB and four-wire cables in the parts list
thick_cable = 6.5;                // LIYY of 14 x 0.14 mm2, for a wired seat with keys: sellers say 6.0 to 6.5
usb_plug = [10.6, 7.5];           // moulded micro-B plug, usual size
tie = [2.6, 1.2];                 // cable tie of 2.5 mm
light_pipe = 1.75;                // clear filament
foam = 1.5;                       // foam tape of 2 mm when pressed
