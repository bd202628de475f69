// The plate that carries the switches, drawn as printed, with the switches up. A switch clicks before the
// plate bends; a slap bends it.

plate_thick = 1.4;      // below a boss, and below a switch, whose legs (3.5 mm) have to come out
plate_full = 3.4;       // elsewhere: stiff enough for a click, and flexible enough for a slap
plate_slot = 1.2;       // around pieces that have to bend separately
peg_gap = 0.4;          // around a switch's peg
seat_bar = [10, 1];     // on two sides of a switch where the plate is thin

// A plate. The first child is its outline, the second one the areas at switches where it is thin; it is
// also thin at the bosses of the face. Holes are wider on the bed.
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
// The seat of a switch: a pocket in a thick plate, or the space between two bars on a thin one. Its legs
// and pegs go through the plate.
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

// Each soft key's switch is on its own tongue, which a slap bends. The tongue is fixed on the player's
// side, and its free end points to the screen. The origin is the middle of the three switches.
tongue_root = 9.5;
tongue_free = switch_body[1] / 2 + fit + seat_bar[1] + 0.25;
module tongues(pitch) { translate([-1.5 * pitch, -tongue_root]) square([3 * pitch, tongue_root + tongue_free + 2]); }
module tongue_slots(pitch) {
    for (i = [-1.5:1.5]) hull() for (y = [-tongue_root + plate_slot / 2, tongue_free])
        translate([i * pitch, y]) circle(d = plate_slot, $fn = 16);
    translate([-1.5 * pitch, tongue_free]) square([3 * pitch, 2]);
}
