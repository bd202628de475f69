// What hub and pod have in common. A face is drawn as it is printed: its outside lies on the bed
// (z = 0), and z grows into the case. Soft keys are drawn with their foot on the bed, petals and the
// lids of soft keys with their upper side.
include <parts.scad>

face_thick = 2.4;
outer_wall = 2.4;
floor_thick = 2.4;
lip_wall = 1.6;         // the inner half of the face's wall, which reaches into the base
lip_high = 2.5;
fit = 0.25;             // between parts that are put together once
key_gap = 0.35;         // around a cap in its hole
boss_wide = 7.5;        // of a face, where it holds a plate
flange = 1.5;           // how far a key's foot reaches under the face, and a petal's rim over it
flange_thick = 1.2;
stop_gap = 1.1;         // from a key's rim to the face: there a slap ends, not in the switch
rim_thick = 1.6;        // of a petal, and of a soft key's lid
lid_peg = 0.6;          // a soft key's lid is glued onto a narrower end of it, of this height
foot_step = 1.2;        // a petal's foot is a ring around a narrower end of it, glued on
foot_gap = 0.12;
key_play = 0.6;         // from the plunger to the cap: the most that switch and print may be too high
shim_wide = 7.4;        // a disc that fills what is left of it
shim_pocket = 8;
shim_step = 0.2;        // one layer
shim_steps = 6;
bed_step = 0.3;         // holes are wider by this on the bed, where the first layer is pressed flat
board_gap = 0.4;        // around a display's board
board_rib = 1.6;

include <plate.scad>
plate_at = face_thick + key_play + switch_height;  // the plate's upper side
joint = plate_at + 4;                                              // where face and base meet

$fn = 32;
e = 0.01;

module rounded(size, r) { offset(r) square(size - [2 * r, 2 * r], center = true); }

// A petal that points up, like a cherry's: from a tip [y, radius] to two round ends [x, y, radius].
module petal(tip, end) {
    for (side = [-1, 1]) hull() {
        translate([0, tip[0]]) circle(tip[1], $fn = 20);
        translate([side * end[0], end[1]]) circle(end[2], $fn = 40);
    }
}

module around(n = 5, first = 0) { for (i = [0:n - 1]) rotate(-72 * i - first) children(); }

// A soft key; its outline is the child. It comes from inside, with a shim in its foot, and its lid, which
// is wider than the hole in the face, from outside.
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
// The upper side of a key: its edge slants to `narrow` on the bed.
slant = 1;
module slanted(narrow) {
    linear_extrude(slant, scale = almost / narrow) scale(narrow) children();
    translate([0, 0, slant]) linear_extrude(rim_thick - slant) children();
}

// A petal's cap about its middle, above the plunger, its upper edge slanted to `narrow`. Its rim is wider than the hole in the face, and so
// it comes from outside, and its foot from inside.
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

// A petal's number, in dots. Where the filament is changed above them, they have the other colour.
pip_deep = 0.6;
module pips(n, r, pitch) {
    for (i = [1:n]) translate([(i - (n + 1) / 2) * pitch, 0, -e]) cylinder(pip_deep + e, r = r, $fn = 20);
}

// Discs from one layer up, a row of eight for each thickness.
module shims() {
    for (n = [1:shim_steps], i = [0:7]) translate([i * (shim_wide + 2), n * (shim_wide + 2)])
        cylinder(n * shim_step, d = shim_wide);
}

// What keys and hoods pass in a face.
module face_holes() {
    translate([0, 0, -1]) linear_extrude(face_thick + 2) children();
    translate([0, 0, -1]) linear_extrude(1 + bed_step) offset(delta = bed_step) children();
}

// The ribs that hold a display's board. The side where its pins are may be left open.
module board_frame(board, thick) {
    inner = board + 2 * [board_gap, board_gap];
    linear_extrude(face_thick + thick) difference() {
        square(inner + 2 * [board_rib, board_rib], center = true);
        square(inner, center = true);
        square([board[0] * 0.6, 2 * board[1]], center = true);
        square([2 * board[0], board[1] * 0.5], center = true);
    }
}

// In the plate behind a display: pads press the board's corners, and the rest is open, since its pins
// may be at any side.
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

window_slack = [1.2, 2.0];  // the lit area may be this far from where it should be
// The hole in front of a display. It widens to the outside, so that one sees it from the side.
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

// A face without its holes: a plate with a bevelled edge, a wall, and a lip that reaches into the
// base. Its outline is the child.
bevel = 1.4;
almost = 0.999;         // where a slanted piece meets a straight one: nearly equal outlines make bad meshes
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

// The channel of a screw from below: z = 0 is where face and base meet, and it goes down from there.
post_wide = 9;
module screw_channel(long) {
    translate([0, 0, -4.5]) cylinder(5, d = m3_free, $fn = 24);
    translate([0, 0, -4 - (m3_head + 0.8 - m3_free) / 2]) 
        cylinder((m3_head + 0.8 - m3_free) / 2 + e, d1 = m3_head + 0.8, d2 = m3_free, $fn = 24);
    translate([0, 0, -long]) cylinder(long - 4 - (m3_head + 0.8 - m3_free) / 2 + e, d = m3_head + 0.8, $fn = 24);
}
