// Pictures of the assembled parts: openscad -D 'scene="hub"' -o hub.png scene.scad
// The parts come from stl/, so render them first.
include <shared.scad>
use <hat.scad>
use <hub.scad>
use <pod.scad>

scene = "hub";
cream = [0.96, 0.93, 0.85];
moss = [0.27, 0.38, 0.30];
ink = [0.13, 0.15, 0.19];
petals = [0.84, 0.30, 0.42];
gold = [0.95, 0.72, 0.25];
wood = [0.78, 0.66, 0.50];
board = [0.10, 0.33, 0.50];
steel = [0.75, 0.76, 0.78];

module part(name) { import(str("stl/", name, ".stl")); }
// A face is printed with its outside down. Here its outside is up, at z = 0. Turning it about the y axis
// swaps left and right, which doesn't matter: all faces are symmetrical.
module turned() { rotate([0, 180, 0]) children(); }

// Keys and plate are printed with their upper sides up, so they are only moved.
caps_at = -face_thick - flange_thick;
petals_at = rim_thick + stop_gap;
plate_to = -plate_at - plate_thick;

module screen(size, active, up, thick) {
    color(board) translate([0, 0, -face_thick - thick]) linear_extrude(1.5) square(size, center = true);
    color([0.05, 0.05, 0.07]) translate([0, 1, -face_thick - 1.9]) linear_extrude(1.8)
        square(size - [1, 4], center = true);
}
module switches() {
    color(ink) translate([0, 0, -plate_at]) linear_extrude(3.5) square(switch_body, center = true);
    color(steel) translate([0, 0, -plate_at + 3.5]) linear_extrude(0.3) square(switch_body - [0.6, 0.6], center = true);
    color(gold) translate([0, 0, -plate_at]) cylinder(switch_height, d = 6.5, $fn = 24);
    color(steel) for (x = [-1, 1], y = [-1, 1])
        block([0.5, switch_leg_wide, switch_leg_long], [x * switch_legs[0] / 2, y * switch_legs[1] / 2, -plate_at - switch_leg_long]);
}
// A label with a line, `out` to the right of a point, or to the left if `out` is negative.
module label(words, out, camera) {
    rotate(camera) color(ink) {
        translate([min(out, 0) + sign(out) * 2, -0.35]) square([abs(out) - 2, 0.7]);
        translate([out + sign(out) * 3, -3]) text(words, 8, font = "DejaVu Sans", halign = out > 0 ? "left" : "right");
    }
}
// An LED below a petal: it comes through the plate from below. The buzzer lies in its ring, pins up.
module light() {
    translate([0, 0, -plate_at - plate_thick]) color([1, 0.75, 0.2]) {
        translate([0, 0, -light_flange_high]) cylinder(light_flange_high, d = light_flange, $fn = 24);
        cylinder(light_high - light_flange_high - light_wide / 2, d = light_wide, $fn = 24);
        translate([0, 0, light_high - light_flange_high - light_wide / 2]) sphere(d = light_wide, $fn = 24);
    }
}
module buzzer() {
    translate([0, 0, floor_thick]) {
        color(ink) cylinder(buzzer_high, d = buzzer_wide, $fn = 48);
        color(steel) for (x = [-1, 1]) translate([x * buzzer_pins / 2, 0, buzzer_high]) cylinder(4, d = 0.6, $fn = 12);
    }
}
// The shim in a key, above the plunger of its switch.
module shim() { color(cream) translate([0, 0, -face_thick - key_play]) cylinder(key_play, d = shim_wide, $fn = 24); }
// The soft keys, and their lids at a distance of `apart` above them, outside the face.
module softs_with_lids(apart) {
    color(gold) translate([0, 0, caps_at]) soft_caps();
    color(gold) translate([0, 0, apart + petals_at]) turned() soft_lids();
}
// The petals. The child is their dots, in the second colour.
module flower(name) {
    translate([0, 0, petals_at]) turned() {
        color(petals) part(name);
        color(cream) translate([0, 0, 0.2]) scale([1, 1, 0.6]) children();
    }
}
module table() { color(wood) translate([0, 0, -1]) linear_extrude(1) square(1600, center = true); }

module block(size, at) { translate([at[0], at[1], at[2]]) translate([-size[0] / 2, -size[1] / 2, 0]) cube(size); }
green = [0.10, 0.45, 0.25];
module zero(z, at) {
    translate(at) {
        color(green) block([zero_board[0], zero_board[1], board_thick], [0, 0, z]);
        color(ink) block([51, 5, 8.5], [0, -11.5, z + board_thick]);
        color(steel) for (x = [8.9, 21.5]) block([8, 5.5, 3], [-x, 13, z + board_thick]);
        color(ink) block([15, 15, 1.2], [-4, 2, z + board_thick]);
        color(ink) block([15, 11, 1], [zero_board[0] / 2 - 5, -zero_card, z + board_thick]);
    }
}
module full_pi(z) {
    edge = pi_rear();
    color(green) block([pi_board[1], pi_board[0], board_thick], [0, edge - pi_board[0] / 2, z]);
    color(steel) for (s = [[-19, 13.5], [-1, 13.5], [17, 16]])
        block([s[1], 18, pi_sockets[1] - 0.5], [s[0], edge + pi_sockets_out - 9, z + board_thick]);
    color(ink) for (s = [-19, -1], y = [3, 10.5])
        block([11.5, 1, 5], [s, edge + pi_sockets_out, z + board_thick + y - 1]);
}

// The HAT around its middle. The positions of display, joystick and keys are from pictures, not measured.
module hat(z) {
    color(board) block([hat_board[0], hat_board[1], 1.6], [0, 0, z]);
    color(ink) block([35, 20, 1.5], [0, 0, z + 1.6]);
    translate([0, 0, z + 3.1]) screen_picture(small_active);
    color(steel) block([10, 10, 2], [-25.5, 0, z + 1.6]);
    color(ink) translate([-25.5, 0, z + 3.6]) cylinder(3, d = 4);
    for (y = [-9, 0, 9]) { color(steel) block([5, 5, 1.6], [26, y, z + 1.6]); color(gold) translate([26, y, z + 3.2]) cylinder(1, d = 3); }
}

// The hub, with gaps between its layers; without gaps it is closed.
module hub(gap = 0, base = "hub-base-zero") {
    translate([0, 0, base_top() + joint]) {
        translate([0, 0, 3.2 * gap]) {
            color(petals) translate([0, 0, caps_at]) part("hub-petal-feet");
            softs_with_lids(3.2 * gap);
        }
        if (gap > 0) translate([0, 0, 2.6 * gap]) hub_switches() shim();
        translate([0, 0, 6.4 * gap]) flower("hub-petals") hub_pips();
        translate([0, 0, 5 * gap]) color(cream) turned() part("hub-face");
        translate([0, 4, 2 * gap]) screen(big_board, big_active, big_active_up, big_glass_thick + big_board_thick);
        translate([0, 0, gap]) {
            color(moss) translate([0, 0, plate_to]) part("hub-plate");
            hub_switches() switches();
            hub_lights() light();
        }
    }
    color(moss) part(base);
    hub_buzzer() buzzer();
    if (base == "hub-base-pi") full_pi(6.4); else zero(6.4, zero_middle());
}
module lit_big() { translate([0, 4, base_top() + joint]) window_glow(big_active, big_active_up); }
module window_glow(active, up) { translate([0, up, -face_thick + 0.05]) screen_picture(active); }
module screen_picture(active) {
    color([0.04, 0.05, 0.07]) linear_extrude(0.05) square(active + [1.8, 2.8], center = true);
    color([0.80, 0.94, 1]) translate([-active[0] / 2, -active[1] / 2, 0.05])
        linear_extrude(0.05) scale([active[0] / 128, active[1] / 64]) pixels();
}
include <pixels.scad>

pico_lift = 40;  // raises the Pico above the base, to make it visible
pod_layers = [3.2, 4.2, 5.4, 8.2, 9.6, 11];  // plate, screen, keys from inside, face, petals, hood
pod_shims = 4.8;
module pico() {
    translate([pico_middle()[0], pico_middle()[1], floor_thick + 4]) {
        color(green) block([pico_board[0], pico_board[1], pico_thick], [0, 0, 0]);
        color(steel) block([7.5, 6, 2.8], [0, pico_board[1] / 2 - 1.7, pico_thick]);
        color(ink) block([7, 7, 1], [0, -3, pico_thick]);
    }
}
module pod(gap = 0) {
    color(moss) part("pod-base");
    if (gap > 0) translate([0, 0, pico_lift]) pico();
    tilted() translate([0, 0, joint]) {
        translate([0, 0, pod_layers[2] * gap]) {
            color(petals) translate([0, 0, caps_at]) part("pod-petal-feet");
            translate([0, 41 + 26, 0]) softs_with_lids((pod_layers[4] - pod_layers[2]) * gap);
        }
        if (gap > 0) translate([0, 0, pod_shims * gap]) pod_switches() shim();
        translate([0, 0, pod_layers[3] * gap]) color(cream) turned() part("pod-face");
        translate([0, 0, pod_layers[4] * gap]) flower("pod-petals") pod_pips();
        translate([0, 68, pod_layers[5] * gap]) color(ink) translate([0, 0, hood_top()]) turned() part("pod-hood");
        translate([0, 68, pod_layers[1] * gap])
            screen(small_board, small_active, small_active_up, small_glass_thick + small_board_thick);
        if (gap == 0) translate([0, 68, 0]) window_glow(small_active, small_active_up);
        translate([0, 0, pod_layers[0] * gap]) {
            color(moss) translate([0, 0, plate_to]) part("pod-plate");
            pod_switches() switches();
        }
    }
}

if (scene == "hub" || scene == "hub-top") { hub(); lit_big(); table(); }
if (scene == "hub-exploded") {
    camera = [60, 0, -22];
    hub(30);
    for (at = [[246, "petals, lids"], [196, "face"], [146, "feet of the petals, soft keys"],
            [122, "shims"], [98, "display"], [62, "plate with switches"], [14, "base with the Pi"]])
        translate([0, 0, at[0]]) rotate([0, 0, camera[2]]) translate([86, 0, 0]) rotate([0, 0, -camera[2]]) label(at[1], 14, camera);
}
if (scene == "hub-pi") { hub(0, "hub-base-pi"); lit_big(); table(); }
if (scene == "hub-keys") translate([0, 0, joint]) {
    color(moss) translate([0, 0, plate_to]) part("hub-plate");
    hub_switches() switches();
    hub_lights() light();
}
if (scene == "hub-base") { color(moss) part("hub-base-zero"); zero(6.4, zero_middle()); hub_buzzer() buzzer(); }
if (scene == "hub-face-inside") { color(cream) part("hub-face"); }
if (scene == "pod" || scene == "pod-side") { pod(); table(); }
if (scene == "pod-exploded") {
    gap = 18;
    camera = [72, 0, -35];
    pod(gap);
    names = [["plate with switches", 30, -5, 30], ["display", -18, 68, -26], ["feet, soft keys", 26, -12, 30],
        ["face", -37, 40, -26], ["petals, lids", 28, 10, 26], ["hood", 22, 68, 26]];
    tilted() translate([-20, -4, joint + pod_shims * gap]) rotate([-pod_lean(), 0, 0]) label("shims", -62, camera);
    for (i = [0:5]) tilted() translate([names[i][1], names[i][2], joint + pod_layers[i] * gap])
        rotate([-pod_lean(), 0, 0]) label(names[i][0], names[i][3], camera);
    translate([37, 40, 10]) label("base", 34, camera);
    translate([-11, 56, floor_thick + 4 + pico_lift]) label("Pico", -72, camera);
}
if (scene == "table") {
    hub(); lit_big(); table();
    for (i = [0:4]) rotate(-72 * i) translate([0, -245, 0]) pod();
}
if (scene == "hat") {
    color(cream) part("hat-shell");
    zero(hat_pi_at(), [0, 0]);
    hat(hat_pi_at() + board_thick + header_high);
    table();
}
if (scene == "coupon") {
    camera = [42, 0, -12];
    color(cream) part("coupon");
    for (at = [[19, 15, "plate"], [19, 0, "face"], [18, -13, "a post"]]) translate([at[0], at[1], 2]) scale(0.35) label(at[2], 14, camera);
    translate([-17.5, -13, 2]) scale(0.35) label("a key", -14, camera);
    translate([4, -17, 0.5]) scale(0.35) translate([0, -14]) rotate(camera) color(ink) text("a shim", 8, font = "DejaVu Sans", halign = "center");
}
