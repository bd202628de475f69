// The shell of the ten-minute hub: a flat flower with a wall in its middle, around a Zero 2 WH with its
// HAT. The top is open, so that display, joystick and keys are accessible on any HAT.
include <shared.scad>
use <hub.scad>

hat_small = 0.62;                // the flower's size relative to the hub's
hat_leaf = 3;                    // thickness of the flower
hat_wall = 2;
hat_gap = 0.7;                   // around the boards
hat_standoff = 4;
hat_top = floor_thick + hat_standoff + board_thick + header_high - 0.8;  // slightly below the HAT's board

module hat_well() { rounded([zero_board[0], hat_board[1]] + 2 * [hat_gap, hat_gap], 2); }

module hat_shell() {
    difference() {
        union() {
            hat_flower();
            linear_extrude(hat_top) offset(r = hat_wall) hat_well();
        }
        translate([0, 0, floor_thick]) linear_extrude(60) hat_well();
        hat_openings();
    }
    for (x = [-1, 1], y = [-1, 1]) translate([x * zero_holes[0] / 2, y * zero_holes[1] / 2, floor_thick - e])
        boss(hat_standoff, 6, m25_core, hat_standoff);
}
module hat_flower() {
    translate([0, 0, bed_step]) linear_extrude(hat_leaf - bed_step) scale(hat_small) hub_outline();
    linear_extrude(bed_step + e) offset(delta = -bed_step) scale(hat_small) hub_outline();
    around() linear_extrude(hat_leaf + 1.2) scale(hat_small) hub_petal();
}

// Power, USB and video connect at the rear, the card comes out on the right, air comes in from below.
module hat_openings() {
    for (x = [[-29, 27], [13, 14.5]]) translate([x[0], zero_board[1] / 2 - 1, floor_thick + 2.4]) cube([x[1], 60, 60]);
    translate([zero_board[0] / 2 - 1, -zero_card - 7.5, floor_thick + 2.4]) cube([60, 15, 60]);
    for (y = [-6, 0, 6]) translate([0, y, -1]) linear_extrude(floor_thick + 2) rounded([30, 2.4], 1.1);
}
function hat_pi_at() = floor_thick + hat_standoff;
