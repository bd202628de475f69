// The parts that hub and pod share. A face is drawn as printed: its outside is on the bed (z = 0), and z
// points into the case. Soft keys have their foot on the bed, petals and the lids of soft keys their
// upper side.
include <parts.scad>

face_thick = 2.4;
outer_wall = 2.4;
floor_thick = 2.4;
lip_wall = 1.6;         // the inner half of the face's wall, which reaches into the base
lip_high = 2.5;
fit = 0.25;             // between parts that are assembled once
key_gap = 0.35;         // around a cap in its hole
boss_wide = 7.5;        // diameter of a face's boss for a plate
flange = 1.5;           // how far a key's foot reaches under the face, and a petal's rim over it
flange_thick = 1.2;
stop_gap = 1.1;         // from a key's rim to the face, which stops a slap before the switch has to
rim_thick = 1.6;        // of a petal, and of a soft key's lid
lid_peg = 0.6;          // height of a soft key's narrower end, onto which its lid is glued
foot_step = 1.2;        // how much narrower that end is, and a petal's end, onto which its foot is glued
foot_gap = 0.12;
key_play = 0.6;         // from the plunger to the cap: switch and print can be too high by this much
shim_wide = 7.4;        // diameter of a disc that fills the rest of this gap
shim_pocket = 8;
shim_step = 0.2;        // one layer
shim_steps = 6;
bed_step = 0.3;         // holes are this much wider on the bed, where the first layer is squashed
board_gap = 0.4;        // around a display's board
board_rib = 1.6;

include <plate.scad>
plate_at = face_thick + key_play + switch_height;  // the plate's upper side
joint = plate_at + 4;                                              // where face and base meet

$fn = 32;
e = 0.01;

module rounded(size, r) { offset(r) square(size - [2 * r, 2 * r], center = true); }

// A petal that points up, with a notch like a cherry blossom's: a tip [y, radius] and two round ends
// [x, y, radius].
module petal(tip, end) {
    for (side = [-1, 1]) hull() {
        translate([0, tip[0]]) circle(tip[1], $fn = 20);
        translate([side * end[0], end[1]]) circle(end[2], $fn = 40);
    }
}

module around(n = 5, first = 0) { for (i = [0:n - 1]) rotate(-72 * i - first) children(); }

// A soft key; the child is its outline. It is inserted from inside, with a shim in its foot. Its lid,
// which is wider than the hole in the face, is added from outside.
module cap() {
    difference() {
        union() {
            linear_extrude(flange_thick) offset(delta = flange) children();
            linear_extrude(flange_thick + face_thick + stop_gap) children();
            linear_extrude(flange_thick + face_thick + stop_gap + lid_peg - 0.1) offset(delta = -foot_step) children();
        }
        shim_hole();
    }
}
module shim_hole() {
    translate([0, 0, -e]) cylinder(flange_thick + e, d = shim_pocket);
    translate([0, 0, -e]) cylinder(bed_step, d = shim_pocket + 2 * bed_step);
}
module lid() {
    difference() {
        slanted(0.92) offset(delta = flange) children();
        translate([0, 0, rim_thick - lid_peg]) linear_extrude(1) offset(delta = foot_gap - foot_step) children();
    }
}
// The upper side of a key, chamfered to `narrow` of its size on the bed.
slant = 1;
module slanted(narrow) {
    linear_extrude(slant, scale = almost / narrow) scale(narrow) children();
    translate([0, 0, slant]) linear_extrude(rim_thick - slant) children();
}

// A petal's cap; `middle` is the point above the plunger, and the upper edge is chamfered to `narrow`. Its
// rim is wider than the hole in the face, so it is inserted from outside, and its foot added from inside.
function petal_high() = rim_thick + stop_gap + face_thick + flange_thick;
module petal_cap(middle, narrow) {
    difference() {
        union() {
            translate(middle) slanted(narrow) translate(-middle) offset(delta = flange) children();
            translate([0, 0, rim_thick - e]) linear_extrude(stop_gap + face_thick + e) children();
            translate([0, 0, rim_thick]) linear_extrude(petal_high() - rim_thick) offset(delta = -foot_step) children();
        }
        translate([middle[0], middle[1], petal_high() - flange_thick]) cylinder(flange_thick + e, d = shim_pocket);
    }
}
module petal_foot() {
    difference() {
        linear_extrude(flange_thick) offset(delta = flange) children();
        translate([0, 0, -e]) linear_extrude(flange_thick + 1) offset(delta = foot_gap - foot_step) children();
        translate([0, 0, -e]) linear_extrude(bed_step) offset(delta = foot_gap - foot_step + bed_step) children();
    }
}

// A petal's number, as dots. A filament change above them gives them the other colour.
pip_deep = 0.6;
module pips(n, r, pitch) {
    for (i = [1:n]) translate([(i - (n + 1) / 2) * pitch, 0, -e]) cylinder(pip_deep + e, r = r, $fn = 20);
}

// The shims: a row of eight for each thickness, from one layer up.
module shims() {
    for (n = [1:shim_steps], i = [0:7]) translate([i * (shim_wide + 2), n * (shim_wide + 2)])
        cylinder(n * shim_step, d = shim_wide);
}

// The holes in a face for keys and hoods.
module face_holes() {
    translate([0, 0, -1]) linear_extrude(face_thick + 2) children();
    translate([0, 0, -1]) linear_extrude(1 + bed_step) offset(delta = bed_step) children();
}

// The ribs that hold a display's board at its corners. The sides are open for its pins.
module board_frame(board, thick) {
    inner = board + 2 * [board_gap, board_gap];
    linear_extrude(face_thick + thick) difference() {
        square(inner + 2 * [board_rib, board_rib], center = true);
        square(inner, center = true);
        square([board[0] * 0.6, 2 * board[1]], center = true);
        square([2 * board[0], board[1] * 0.5], center = true);
    }
}

// The opening in the plate behind a display. Pads press on the board's corners; the rest is open, because
// the pins can be on any side.
pad = [8, 7];
module board_opening(board) {
    difference() {
        rounded(board + [1.6, 1.6], 2);
        for (x = [-1, 1], y = [-1, 1]) translate([x * board[0] / 2, y * board[1] / 2])
            square(2 * pad, center = true);
    }
}
module board_pads(board, high) {
    size = pad - [1.5, 1.5];
    linear_extrude(high) for (x = [-1, 1], y = [-1, 1])
        translate([x * (board[0] / 2 - size[0] / 2 - 0.5), y * (board[1] / 2 - size[1] / 2 - 0.5)])
            rounded(size, 1.2);
}

module light_hole() {
    translate([0, 0, -1]) cylinder(face_thick + 2, d = light_pipe + 0.25, $fn = 20);
    translate([0, 0, -1]) cylinder(1 + bed_step, d = light_pipe + 0.25 + 2 * bed_step, $fn = 20);
}

window_slack = [1.2, 2.0];  // tolerance of the lit area's position
// The hole in front of a display. It widens to the outside, so that the screen is visible from the side.
module window(active, up) {
    size = active + 2 * window_slack;
    translate([0, up, -e]) linear_extrude(face_thick + 2 * e, scale = [size[0] / (size[0] + 3.6), size[1] / (size[1] + 3.6)])
        rounded(size + [3.6, 3.6], 2.4);
}

module boss(h, d, core, deep) {
    difference() {
        cylinder(h, d = d);
        translate([0, 0, h - deep]) cylinder(deep + 1, d = core, $fn = 24);
    }
}

// A face without its holes: `shell` is a plate with a bevelled edge, and a wall; `lip` reaches into the
// base. The child is the outline.
bevel = 1.4;
almost = 0.999;         // scale where a chamfer meets a straight piece: nearly equal outlines make bad meshes
module shell(narrow, middle = [0, 0]) {
    translate(middle) linear_extrude(bevel, scale = almost / narrow)
        scale(narrow) translate(-middle) children();
    translate([0, 0, bevel]) linear_extrude(face_thick - bevel) children();
    translate([0, 0, bevel]) linear_extrude(joint - bevel) difference() {
        children();
        offset(delta = -outer_wall - lip_wall) children();
    }
}
module lip() {
    translate([0, 0, face_thick - e]) linear_extrude(joint - face_thick + lip_high) difference() {
        offset(delta = -outer_wall) children();
        offset(delta = -outer_wall - lip_wall) children();
    }
}

// The channel for a screw from below. It starts at z = 0, where face and base meet, and goes down.
post_wide = 9;
module screw_channel(long) {
    translate([0, 0, -4.5]) cylinder(5, d = m3_free, $fn = 24);
    translate([0, 0, -4 - (m3_head + 0.8 - m3_free) / 2]) 
        cylinder((m3_head + 0.8 - m3_free) / 2 + e, d1 = m3_head + 0.8, d2 = m3_free, $fn = 24);
    translate([0, 0, -long]) cylinder(long - 4 - (m3_head + 0.8 - m3_free) / 2 + e, d = m3_head + 0.8, $fn = 24);
}
