// A part as it is printed on the bed: openscad -D 'part="hub-face"' -o hub-face.stl print.scad
use <coupon.scad>
use <hat.scad>
use <hub.scad>
use <pod.scad>
include <shared.scad>

part = "hub-face";

if (part == "coupon") coupon();
if (part == "hub-face") hub_face();
if (part == "hub-plate") hub_plate();
if (part == "hub-base-zero") hub_base(false);
if (part == "hub-base-pi") hub_base(true);
if (part == "hub-petals") hub_petals();
if (part == "hub-petal-feet") hub_petal_feet();
if (part == "soft-keys") soft_keys();
if (part == "shims") shims();
if (part == "pod-face") pod_face();
if (part == "seat-face") pod_face(false);
if (part == "pod-plate") pod_plate();
if (part == "pod-base") pod_base();
if (part == "pod-hood") pod_hood();
if (part == "pod-petals") pod_petals();
if (part == "pod-petal-feet") pod_petal_feet();
if (part == "hat-shell") hat_shell();
