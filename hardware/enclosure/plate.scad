// What carries the switches: drawn as it is printed, switches up. It bends under a slap, and clicks before.

plate_thick = 1.4;      // below a switch, whose legs of 3.5 mm have to come out, and below a boss
plate_full = 3.4;       // elsewhere: stiff enough for a click, and soft enough for a slap
plate_slot = 1.2;       // around what has to bend by itself
peg_gap = 0.4;          // around a switch's peg
seat_bar = [10, 1];     // before and behind a switch where the plate is thin

// A plate, whose outline is the first child: thick, but thin where the second one is, at switches and at
// bosses of the face. What goes through it is wider on the bed.
module plate(bosses) {
    difference() {
        union() {
            linear_extrude(plate_thick) children(0);
            linear_extrude(plate_full) difference() {
                children(0);
                children(1);
                for (p = bosses) translate(p) circle(d = boss_wide + 1);
            }
        }
        for (p = bosses) translate(p) through_plate() circle(d = m3_free, $fn = 24);
    }
}
module through_plate() {
    translate([0, 0, -1]) linear_extrude(plate_full + 2) children();
    translate([0, 0, -1]) linear_extrude(1 + bed_step) offset(delta = bed_step) children();
}
// Where a switch sits on a plate: in a thick one a pocket, on a thin one between two bars, and its
// legs and pegs go through.
module switch_pocket() { square(switch_body + 2 * [fit, fit], center = true); }
module switch_bars() {
    away = switch_body[1] / 2 + fit + seat_bar[1] / 2;
    linear_extrude(plate_full) for (side = [-1, 1]) translate([0, side * away]) square(seat_bar, center = true);
}
module switch_slots() {
    for (side = [-1, 1]) translate([0, side * switch_pegs / 2]) circle(d = switch_peg + peg_gap, $fn = 24);
    for (side = [-1, 1]) translate([side * switch_legs[0] / 2, 0])
        square([switch_leg_wide + 1.2, switch_legs[1] + 3], center = true);
}

// Each soft key's switch is on a tongue of its own, which a slap bends. It is rooted on the player's side, and
// its free end looks to the screen. About the middle of the three.
tongue_root = 9.5;
tongue_free = switch_body[1] / 2 + fit + seat_bar[1] + 0.25;
module tongues(pitch) { translate([-1.5 * pitch, -tongue_root]) square([3 * pitch, tongue_root + tongue_free + 2]); }
module tongue_slots(pitch) {
    for (i = [-1.5:1.5]) hull() for (y = [-tongue_root + plate_slot / 2, tongue_free])
        translate([i * pitch, y]) circle(d = plate_slot, $fn = 16);
    translate([-1.5 * pitch, tongue_free]) square([3 * pitch, 2]);
}
