# Check the machine before install.sh changes anything. All problems are reported together, each with
# its remedy.
# shellcheck shell=bash

readonly MEGABYTES_NEEDED=400

check() {
  local problems=0
  for part in root model system python space config overlay read_only groups project; do
    "check_$part" || problems=$((problems + 1))
  done
  [ "$problems" = 0 ] && return
  fail "Nothing was changed."
  exit 1
}

check_root() {
  [ "$EUID" = 0 ] || [ -n "$ROOT" ] || [ "$DRY_RUN" = yes ] || {
    fail "this script must run as root." "Run: sudo $0"
    return 1
  }
}

check_model() {
  local model
  model=$(tr -d '\0' 2>/dev/null <"$ROOT/proc/device-tree/model") || model=""
  case $model in
    "Raspberry Pi "*) say "Found: $model" ;;
    *)
      fail "this is not a Raspberry Pi${model:+, but: $model}." \
        "On any other computer, use \`triqueta play\`, which needs no installation: see README.md."
      return 1
      ;;
  esac
  case $model in
    *"Pi Zero 2"* | *"Pi 3"* | *"Pi 4"* | *"Pi 5"* | *"Module 3"* | *"Module 4"* | *"Module 5"*) ;;
    *) say "Note: made for the Zero 2 W, 3, 4 and 5; not tested on this model." ;;
  esac
}

check_system() {
  local codename name
  codename=$(os_release VERSION_CODENAME)
  case $codename in
    bookworm | trixie) ;;
    *)
      fail "this system is '${codename:-unknown}', not bookworm or trixie." \
        "Write Raspberry Pi OS Lite to the card with Raspberry Pi Imager, then run this script again."
      return 1
      ;;
  esac
  if is_raspberry_pi_os; then
    say "Found: Raspberry Pi OS ($codename)"
  else
    name=$(os_release NAME)
    say "Found: ${name:-an unnamed system} ($codename)"
    say "Note: made for Raspberry Pi OS; not tested on this system."
  fi
}

# The 64-bit edition has Debian's ID in os-release; only the file rpi-issue tells them apart.
is_raspberry_pi_os() { [ -e "$ROOT/etc/rpi-issue" ] || [ "$(os_release ID)" = raspbian ]; }

os_release() { # print the value of a key, or nothing
  sed -n "s/^$1=//p" "$ROOT/etc/os-release" 2>/dev/null | tr -d "\"'" || true
}

check_python() {
  local found
  if found=$(python3 -c 'from sys import *; print(version.split()[0]); exit(version_info < (3, 11))'); then
    say "Found: Python $found"
    return
  fi 2>/dev/null
  fail "Python 3.11 or newer is required; found: ${found:-none}." \
    "Bookworm and trixie both have it: sudo apt install python3"
  return 1
}

check_space() {
  local folder free
  folder=$PLACE
  until [ -d "$folder" ]; do folder=$(dirname "$folder"); done
  free=$(df -Pk "$folder" | awk 'NR == 2 { print int($4 / 1024) }')
  [ "$free" -ge "$MEGABYTES_NEEDED" ] || {
    fail "$free MB are free in $folder, but $MEGABYTES_NEEDED MB are needed." \
      "Free some space (sudo apt clean), or use the whole card: sudo raspi-config --expand-rootfs"
    return 1
  }
}

check_config() {
  if [ ! -f "$CONFIG" ]; then
    fail "$CONFIG does not exist." "Is the boot partition mounted? Try: sudo mount /boot/firmware"
    return 1
  elif [ ! -w "$CONFIG" ] && [ "$EUID" = 0 ]; then
    fail "$CONFIG is read-only." "Run: sudo mount -o remount,rw /boot/firmware"
    return 1
  fi
  check_block || return 1
  [ -e "$ROOT/dev/i2c-1" ] || say "Note: I2C is off; it will be on after a reboot."
  [ -e "$ROOT/dev/spidev0.0" ] || [ "$SPI" = no ] ||
    say "Note: SPI is off; it will be on after a reboot."
}

check_overlay() {
  ! awk '$2 == "/" && $3 == "overlay" { found = 1 } END { exit !found }' \
    "$ROOT/proc/mounts" 2>/dev/null || {
    fail "the root file system is read-only: changes would be lost at the next boot." \
      "Make it writable first: sudo $0 --writable, then sudo reboot"
    return 1
  }
}

check_groups() {
  local group missing=()
  for group in "${GROUPS_NEEDED[@]}"; do
    grep -q "^$group:" "$ROOT/etc/group" 2>/dev/null || missing+=("$group")
  done
  [ ${#missing[@]} = 0 ] || {
    fail "these groups of Raspberry Pi OS are missing: ${missing[*]}." \
      "Run: for g in ${missing[*]}; do sudo groupadd --system \$g; done"
    return 1
  }
}

check_project() {
  [ -f "$CLONE/pyproject.toml" ] || {
    fail "$CLONE does not contain Triqueta." \
      "Don't move this script: run it from firmware/hub in a clone of the repository."
    return 1
  }
}
