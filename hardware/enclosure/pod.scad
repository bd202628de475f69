// The pod: a small desk, tilted towards its player, with a hood around the screen.
include <shared.scad>

pod_tilt = 20;
hood_high = 34;
hood_wall = 2;
pod_petal_tip = [9, 2];
pod_petal_end = [3.4, 20.8, 7.2];
pod_switch_out = 19;
pod_soft_y = 41;
pod_soft_pitch = 15;
pod_soft_size = [11, 8];
pod_screen_y = 68;
pod_round = 37;                  // radius of the end with the petals
pod_top = 94;                    // y of the other end
pod_corner = 12;
pod_edge = 2;                    // chamfer of the lower edge, for the hand
pod_posts = [[-29, 84], [29, 84], [-29, -9.4], [29, -9.4]];
pod_plate_screws = [[-27, 31], [27, 31], [0, 0]];
pod_pillar_out = 24;
pod_pillar_gap = 1.3;            // as in the hub
pod_front = 8;                   // height of the base at the player's edge
hood_in = [small_board[0] + 2 * (board_gap + board_rib) + 1, small_board[1] + 2 * (board_gap + board_rib) + 1];

module pod_petal() { petal(pod_petal_tip, pod_petal_end); }
module pod_outline() {
    hull() {
        circle(pod_round, $fn = 60);
        for (x = [-1, 1]) translate([x * (pod_round - pod_corner), pod_top - pod_corner]) circle(pod_corner);
    }
}
module pod_softs() { for (i = [-1:1]) translate([i * pod_soft_pitch, pod_soft_y]) children(); }

module pod_face(keys = true) {
    difference() {
        union() {
            shell(0.98, [0, (pod_top - pod_round) / 2]) pod_outline();
            intersection() {  // the base's walls are at an angle to the face's: a lip fits only at the sides
                lip() pod_outline();
                translate([-50, 0, 0]) cube([100, 70, 50]);
            }
            translate([0, pod_screen_y]) board_frame(small_board, small_glass_thick + small_board_thick);
            for (p = pod_plate_screws) translate(p) boss(plate_at, boss_wide, m3_core, 7.5);
            for (p = pod_posts) translate(p) boss(joint, post_wide, m3_core, 10);
        }
        translate([0, pod_screen_y]) window(small_active, small_active_up);
        face_holes() {
            if (keys) offset(delta = key_gap) { around() pod_petal(); pod_softs() soft_outline(); }
            translate([0, pod_screen_y]) offset(0.15) hood_tabs();
        }
    }
}
module soft_outline() { rounded(pod_soft_size, 3); }
// The hood's walls: left of, above and right of the screen. The hood is printed on its free edge.
module hood_line() {
    difference() {
        rounded(hood_in + 2 * [hood_wall, hood_wall], 4);
        rounded(hood_in, 3);
        translate([0, -hood_in[1] / 2]) square([hood_in[0], 3 * hood_wall], center = true);
    }
}
module hood_tabs() {
    intersection() {
        hood_line();
        union() {
            square([hood_in[0] + 20, 12], center = true);
            translate([0, hood_in[1] / 2]) square([12, 10], center = true);
        }
    }
}
module pod_hood() {
    linear_extrude(hood_high) hood_line();
    linear_extrude(hood_high + face_thick) hood_tabs();
}

module pod_plate() {
    pads = plate_at - (face_thick + small_glass_thick + small_board_thick + foam);
    difference() {
        union() {
            plate(pod_plate_screws) {
                pod_plate_shape();
                union() {
                    pod_disc();
                    translate([0, pod_soft_y]) tongues(pod_soft_pitch);
                }
            }
            around() translate([0, pod_switch_out]) switch_bars();
            pod_softs() switch_bars();
            translate([0, pod_screen_y]) board_pads(small_board, plate_thick + pads);
        }
        through_plate() {
            around() translate([0, pod_switch_out]) switch_slots();
            pod_softs() switch_slots();
        }
    }
}
module pod_plate_shape() {
    difference() {
        pod_plate_outline();
        translate([0, pod_screen_y]) board_opening(small_board);
        translate([0, pod_soft_y]) tongue_slots(pod_soft_pitch);
        translate([0, pod_disc_wide - plate_slot / 2]) square([26, plate_slot], center = true);
        difference() { offset(delta = 0.3) pod_tabs(); circle(pod_disc_wide - 1); }
    }
    pod_tabs();
}

// Below the petals the plate is a separate thin disc, which can bend. A screw holds its middle, and two
// tabs in notches of the other piece keep it from turning.
pod_disc_wide = 28;
pod_tab = [6, 8];
module pod_tabs() {
    for (side = [-1, 1]) translate([side * 17, 24.2]) square(pod_tab, center = true);
}
module pod_disc() {
    intersection() {
        union() { circle(pod_disc_wide + 0.5, $fn = 60); pod_tabs(); }
        translate([-50, -50]) square([100, 50 + pod_disc_wide + 0.25]);
    }
}
module pod_plate_outline() {
    difference() {
        union() {
            circle(pod_disc_wide, $fn = 60);
            translate([0, 39]) rounded([60, 24], 4);
            translate([0, 57]) rounded([58, 36], 4);
            translate([0, 63]) rounded([50, 52], 4);
        }
        for (p = pod_posts) translate(p) circle(d = post_wide + 1);
    }
}

// The base in the coordinates of the table. The face's plane is tilted about the player's edge; the walls
// below it are vertical.
module tilted() { translate([0, 0, pod_front]) rotate([pod_tilt, 0, 0]) translate([0, pod_round, 0]) children(); }
module pod_solid(inset, from, up) {
    intersection() {
        translate([0, 0, from]) {
            for (step = [0:0.5:pod_edge - 0.5]) translate([0, 0, step]) linear_extrude(0.5 + e)
                pod_ground(inset + pod_edge - step);
            translate([0, 0, pod_edge]) linear_extrude(200) pod_ground(inset);
        }
        tilted() translate([-100, -100, up - 300]) cube([200, 400, 300]);
    }
}
module pod_ground(inset) {
    scale([1, cos(pod_tilt)]) translate([0, pod_round]) offset(delta = -inset) pod_outline();
}
function pod_rear() = (pod_round + pod_top) * cos(pod_tilt);
pico_at = [0, 56];
function pico_middle() = pico_at;
module pod_base() {
    difference() {
        union() {
            difference() {
                pod_solid(0, 0, 0);
                pod_solid(outer_wall - fit, floor_thick, 1);
            }
            intersection() {
                tilted() for (p = pod_posts) translate([p[0], p[1], -120]) cylinder(120, d = post_wide);
                pod_solid(0.5, 0, 0);
            }
            pod_pillars();
            for (x = [-1, 1], y = [-1, 1]) translate(pico_at + [x * pico_holes[0] / 2, y * pico_holes[1] / 2])
                translate([0, 0, floor_thick - e]) boss(4, 4.6, m2_core, 4);
            tie_post();
        }
        tilted() for (p = pod_posts) translate(p) screw_channel(130);
        cable_hole();
    }
}

// Pillars between the petals, which stop the disc before it breaks. The Pico is between them.
module pod_pillars() {
    intersection() {
        tilted() around(5, 36) translate([0, pod_pillar_out, -120]) cylinder(200, d = 4);
        pod_solid(0.5, 0, joint - plate_at - plate_thick - pod_pillar_gap);
    }
}

// The hole for the plug in the rear wall. Its roof is steep enough to print without support.
module cable_hole() {
    w = usb_plug[0] + 1;
    h = usb_plug[1] + 1;
    translate([0, pod_rear(), floor_thick + 1.5]) rotate([90, 0, 0]) linear_extrude(40, center = true)
        polygon([[-w / 2, 0], [w / 2, 0], [w / 2, h], [0, h + w / 2 + 0.5], [-w / 2, h]]);
}
module tie_post() {
    translate([11, pod_rear() - 20, 0]) difference() {
        translate([-2, -6, 0]) cube([4, 12, 14]);
        for (z = [6, 11]) translate([0, 0, z]) cube([20, tie[0] + 1, tie[1] + 0.8], center = true);
    }
}

module pod_petals() {
    difference() {
        around() petal_cap([0, pod_switch_out], 0.93) pod_petal();
        pod_pips();
    }
}
module pod_pips() { for (i = [0:4]) rotate(72 * i) translate([0, 23.5]) pips(i + 1, 0.9, 2.7); }
module pod_petal_feet() { around() petal_foot() pod_petal(); }
module pod_switches() { around() translate([0, pod_switch_out]) children(); pod_softs() children(); }
function hood_top() = hood_high;
function pod_lean() = pod_tilt;
