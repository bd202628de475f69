// A key in small: what has to fit, to print before everything else. A piece of a face with the hole of a
// soft key and two bosses, a piece of a plate with the seat of a switch, a key, a shim, and a post of the Pi.
include <shared.scad>

coupon_bosses = [-13.5, 13.5];
coupon_key = [11, 8];
coupon_size = [35.5, 16];

module coupon() {
    coupon_face();
    translate([0, 18]) coupon_plate();
    translate([-10, -15]) cap() rounded(coupon_key, 3);
    translate([4, -15]) cylinder(key_play, d = shim_wide);
    translate([15, -15]) {
        cylinder(floor_thick, d = 10);
        translate([0, 0, floor_thick - e]) boss(4, 6, m25_core, 4);
    }
}
module coupon_face() {
    difference() {
        union() {
            linear_extrude(face_thick) rounded(coupon_size, 3);
            for (x = coupon_bosses) translate([x, 0]) boss(plate_at, boss_wide, m3_core, 7.5);
        }
        face_holes() offset(delta = key_gap) rounded(coupon_key, 3);
        translate([8.4, -5.8]) cylinder(face_thick + 1, d = light_pipe + 0.25, $fn = 20);
    }
}
module coupon_plate() {
    difference() {
        union() {
            linear_extrude(plate_thick) rounded(coupon_size, 3);
            switch_seat();
        }
        translate([0, 0, -1]) linear_extrude(plate_thick + 2) {
            switch_slots();
            for (x = coupon_bosses) translate([x, 0]) circle(d = m3_free, $fn = 24);
        }
    }
}
