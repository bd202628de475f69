// The hub, shaped like a flower: five petal keys around the screen, three soft keys below it.
include <shared.scad>

petal_tip = [45.2, 2.4];
petal_end = [7.2, 63.4, 16.2];
switch_out = 62;                 // from the middle to the petals' switches
light_out = 52.8;                // from the middle to the LEDs of lit petals, an optional part
light_pocket = [5, 3];           // above an LED, in the petal: its diameter and depth
buzzer_at = [-7, -44];           // the optional buzzer, in a ring on the floor
buzzer_ring = [1.2, 4];          // thickness and height of this ring
sound_hole = 1.8;                // diameter
margin = 6.3;                    // of the case around a petal
screen_at = [0, 4];
soft_y = -26;
soft_pitch = 15;
soft_size = [11, 8];
light_at = [7.5, -17.6];         // end of a light pipe of clear filament, seen from outside
base_high = 26;
base_straight = 5;
base_slim = 0.93;                // the foot's size relative to the face's
post_out = 57;                  // screws of the base
plate_out = 41.8;                // screws of the plate
tooth_turn = 21.5;               // halfway between two cables
arm_end = 76.5;                  // of the plate
pillar_gap = 1.9;                // below an arm's end: more than the arm bends before a petal hits its stop
standoff = 4;
notch_turns = [-38, 0, 38];      // degrees, where cables leave the left and right lobes; the middle one is thick
lobe = [62, 15];                 // a point on a lobe's axis, and the notches' distance from it

module hub_petal() { petal(petal_tip, petal_end); }
module hub_outline() {
    offset(r = -10, $fn = 40) offset(delta = 10 + margin) {
        around() hub_petal();
        circle(67 - margin, $fn = 60);
    }
}
module soft_key() { rounded(soft_size, 3); }
module softs() { for (i = [-1:1]) translate([i * soft_pitch, soft_y]) children(); }
module waists() { around(5, 36) children(); }

module hub_face() {
    difference() {
        union() {
            shell(0.986) hub_outline();
            lip() hub_outline();
            translate(screen_at) board_frame(big_board, big_glass_thick + big_board_thick);
            waists() translate([0, plate_out]) boss(plate_at, boss_wide, m3_core, 7.5);
            waists() translate([0, post_out]) boss(joint, post_wide, m3_core, 10);
        }
        translate(screen_at) window(big_active, big_active_up);
        face_holes() offset(delta = key_gap) {
            around() hub_petal();
            softs() soft_key();
        }
        translate([-light_at[0], light_at[1]]) light_hole();
        translate([0, 0, joint]) notches(1, lip_high + 1);
        translate([-36, bay_from, joint]) cube([72, 60, lip_high + 1]);  // room for the plugs of a full-size Pi
    }
}

// Carries the switches, and presses the screen against its window. Drawn as printed, with the switches up.
module hub_plate() {
    pads = plate_at - (face_thick + big_glass_thick + big_board_thick + foam);
    difference() {
        union() {
            plate([for (i = [0:4]) plate_out * [sin(72 * i + 36), cos(72 * i + 36)]]) {
                plate_shape();
                union() {
                    around() translate([0, switch_out]) switch_pocket();
                    translate([0, soft_y]) tongues(soft_pitch);
                }
            }
            softs() switch_bars();
            translate(screen_at) board_pads(big_board, plate_thick + pads);
        }
        through_plate() {
            around() translate([0, switch_out]) switch_slots();
            softs() switch_slots();
            around() translate([0, light_out]) circle(d = light_wide + 0.1, $fn = 24);
        }
    }
}
module plate_shape() {
    difference() {
        plate_outline();
        translate(screen_at) board_opening(big_board);
        translate([0, soft_y]) tongue_slots(soft_pitch);
        translate(light_at) circle(d = light_pipe + 0.8, $fn = 20);
    }
}

// An arm ends above the pillars of the base.
module plate_outline() {
    circle(45.6, $fn = 60);
    around() hull() { translate([0, 40]) circle(10); translate([0, (53 + arm_end) / 2]) rounded([18, arm_end - 53], 4); }
}

function cable_at(turn) = turn == 0 ? thick_cable : cable;
module side_lobes() { for (side = [-1, 1]) rotate(-side * 72) translate([0, lobe[0]]) children(); }
// Notches for the cables, wider than the cables by `more`; without `deep`, as deep as the cable.
module notches(more, deep = 0) {
    side_lobes() for (turn = notch_turns) rotate(turn) notch(cable_at(turn) + more, deep == 0 ? cable_at(turn) + 0.2 : deep);
}
module notch(wide, deep) { translate([-wide / 2, lobe[1], -deep]) cube([wide, 20, 2 * deep]); }

// The base, drawn as printed, with its bottom at z = 0.
module hub_base(pi = false) {
    top = base_high;
    difference() {
        union() {
            difference() {
                base_solid(0, 0);
                translate([0, 0, floor_thick]) base_solid(outer_wall - fit, 1);
            }
            intersection() {
                union() {
                    waists() translate([0, post_out]) cylinder(top, d = post_wide);
                    combs();
                }
                base_solid(0.5, 0);
            }
            pillars(pi ? [2, 3] : [0, 2, 3]);
            if (pi) pi_bosses(); else zero_bosses();
            buzzer_seat();
        }
        translate([0, 0, top]) notches(-0.5);
        translate([0, 0, top]) waists() translate([0, post_out]) screw_channel(top + 1);
        if (pi) pi_bay();
        if (pi) pi_floor(); else zero_floor();
        side_vents();
        sound_holes();
    }
}
module base_solid(inset, more) {
    taper = base_high - base_straight;
    linear_extrude(taper, scale = almost / base_slim) scale(base_slim) offset(delta = -inset) hub_outline();
    translate([0, 0, taper]) linear_extrude(base_straight + more) offset(delta = -inset) hub_outline();
}

// A wall across each side lobe. The cables lie on top of it, and cable ties go through the holes below.
module combs() {
    side_lobes() difference() {
        rotate_extrude($fn = 64) translate([11, 0]) square([3, base_high - cable]);
        translate([0, -20, 0]) cube([60, 40, 200], center = true);
        for (turn = notch_turns) rotate(turn) translate([0, 12.5, base_high - cable_at(turn)]) hold(cable_at(turn));
    }
}
// The cut-outs in a comb: room for a cable, and holes for the tie around it.
module hold(wide) {
    translate([0, 0, 5]) cube([wide + 0.4, 10, 10], center = true);
    for (x = [-1, 1]) translate([x * (wide / 2 + 0.55), 0, -5]) cube([tie[1] + 1, 10, tie[0] + 0.8], center = true);
}

// The stops below the end of each arm: two teeth between the cables of a side lobe, a piece of wall in
// the other lobes. Above the sockets of a full-size Pi there is no room for a stop.
module pillars(lobes) {
    high = base_high + joint - plate_at - plate_thick - pillar_gap;
    side_lobes()
        for (between = [-1, 1]) rotate(between * tooth_turn) translate([-1, 12, 0]) cube([2, 2.5, high]);
    for (i = lobes) rotate(-72 * i) translate([-6, lobe[0] + 11, 0]) cube([12, 3, high]);
}

// Openings in the floor: vents below a board, starting at `low`, and a door through which a finger can
// pull the card all the way out of its slot.
vent = [30, 2.4];
module floor_vents(low, rows) {
    for (row = [0:rows - 1]) translate([0, low + row * 6, -1]) linear_extrude(floor_thick + 2)
        rounded(vent, 1.1);
}
card_door = [17, 15];
module card_hole(size) { translate([0, 0, -1]) linear_extrude(floor_thick + 2) rounded(size, 2); }

// Warm air leaves through the walls of the two lower lobes, just below the face.
module side_vents() {
    for (side = [-1, 1]) rotate(side * 144) for (turn = [-24, -12, 0, 12, 24])
        translate([0, lobe[0]]) rotate(turn) translate([-1.2, 16, base_high - 15]) cube([2.4, 20, 9]);
}

// The optional buzzer lies in a ring, its opening down, above holes in the floor.
module buzzer_seat() {
    translate([buzzer_at[0], buzzer_at[1], floor_thick - e]) linear_extrude(buzzer_ring[1]) difference() {
        circle(d = buzzer_wide + 2 * fit + 2 * buzzer_ring[0], $fn = 48);
        circle(d = buzzer_wide + 2 * fit, $fn = 48);
    }
}
module sound_holes() {
    translate([buzzer_at[0], buzzer_at[1], -1]) linear_extrude(floor_thick + 2) {
        circle(d = sound_hole, $fn = 20);
        for (i = [0:5]) rotate(60 * i) translate([3.6, 0]) circle(d = sound_hole, $fn = 20);
    }
}

zero_at = [0, -9];
function zero_middle() = zero_at;
module zero_floor() {
    floor_vents(zero_at[1] - 9, 4);
    translate([zero_at[0] + zero_board[0] / 2 - 0.5 + card_door[0] / 2, zero_at[1] - zero_card])
        card_hole(card_door);
}
module zero_bosses() {
    for (x = [-1, 1], y = [-1, 1]) translate(zero_at + [x * zero_holes[0] / 2, y * zero_holes[1] / 2])
        translate([0, 0, floor_thick - e]) boss(standoff, 6, m25_core, standoff);
}

// The USB sockets of a full-size Pi protrude from the top lobe. The board is as wide as the lobe, so the
// walls are cut away there; the face is the roof of this bay.
bay_from = 54;
pi_edge = 67;                    // the board's edge with the sockets; so its A/V jack doesn't touch the posts
module pi_bosses() {
    first = pi_edge - pi_board[0] + pi_hole_edge;
    for (x = [-1, 1], y = [0, pi_holes[0]]) translate([x * pi_holes[1] / 2, first + y])
        translate([0, 0, floor_thick - e]) boss(standoff, 6, m25_core, standoff);
}
function pi_rear() = pi_edge;
module pi_floor() {
    floor_vents(pi_edge - pi_board[0] + 20, 6);
    translate([0, pi_edge - pi_board[0] + 0.5 - card_door[0] / 2]) card_hole([card_door[1], card_door[0]]);
}
module pi_bay() {
    translate([-36, bay_from, floor_thick + standoff - 1]) cube([72, 60, 60]);
}

// The petals, upside down: turned over, they are in their order.
module hub_petals() {
    difference() {
        around() petal_cap([0, switch_out], 0.965) hub_petal();
        hub_pips();
        around() translate([0, light_out, petal_high() - light_pocket[1]])
            cylinder(light_pocket[1] + e, d = light_pocket[0]);
    }
}
module hub_pips() { for (i = [0:4]) rotate(72 * i) translate([0, 70]) pips(i + 1, 1.7, 5); }
module hub_petal_feet() { around() petal_foot() hub_petal(); }
module soft_keys() {
    soft_caps();
    translate([0, -15]) soft_lids();
}
module soft_caps() { softs() cap() soft_key(); }
module soft_lids() { softs() lid() soft_key(); }
module hub_switches() { around() translate([0, switch_out]) children(); softs() children(); }
module hub_lights() { around() translate([0, light_out]) children(); }
module hub_buzzer() { translate(buzzer_at) children(); }
function base_top() = base_high;
