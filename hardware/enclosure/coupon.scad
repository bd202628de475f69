// A test print of the fits, to print before everything else: a piece of a face with the hole of a soft
// key and two bosses, a piece of a plate with a switch's seat, a key without its lid, a shim, and a post
// for the Pi.
include <shared.scad>

coupon_bosses = [-13.5, 13.5];
coupon_key = [11, 8];
coupon_face = [34.5, 11.5];
coupon_plate = [34.5, 15];

module coupon() {
    coupon_face();
    translate([0, 15]) coupon_plate();
    translate([-10, -13]) cap() rounded(coupon_key, 3);
    translate([4, -13]) cylinder(key_play, d = shim_wide);
    translate([14, -13]) {
        cylinder(1, d = 8);
        translate([0, 0, 1 - e]) boss(4, 6, m25_core, 4);
    }
}
module coupon_face() {
    difference() {
        union() {
            linear_extrude(face_thick) rounded(coupon_face, 3);
            for (x = coupon_bosses) translate([x, 0]) boss(plate_at, boss_wide, m3_core, 7.5);
        }
        face_holes() offset(delta = key_gap) rounded(coupon_key, 3);
        translate([8.3, -3.6]) light_hole();
    }
}
module coupon_plate() {
    difference() {
        union() {
            linear_extrude(plate_thick) rounded(coupon_plate, 3);
            switch_bars();
        }
        through_plate() switch_slots();
        through_plate() for (x = coupon_bosses) translate([x, 0]) circle(d = m3_free, $fn = 24);
    }
}
