# Make the root file system read-only with Debian's overlayroot. The games move into an image file on
# the boot partition, which stays writable, so that the card doesn't have to be repartitioned.
# shellcheck shell=bash

readonly OVERLAY="overlayroot=tmpfs:recurse=0" # without recurse=0 the games would be in memory as well
readonly GAMES_MEGABYTES=64                    # enough for thousands of games

find_read_only_places() {
  CMDLINE=$ROOT/boot/firmware/cmdline.txt
  GAMES_FILE=$ROOT/boot/firmware/triqueta.img
  FSTAB=$ROOT/etc/fstab
  SWAP=$ROOT/etc/rpi/swap.conf.d/triqueta.conf
}

# Ask whether to make the system read-only, unless the script runs without a terminal.
offer_read_only() {
  local answer
  if [ "$READ_ONLY" = ask ] && [ -t 0 ] && [ -z "$ROOT" ] && [ "$DRY_RUN" = no ] && ! is_read_only; then
    say "You can pull the plug at any time without losing a game. If the system is read-only, pulling"
    say "the plug can't damage anything else either; before an update, run: install.sh --writable"
    read -rp "Make the system read-only? [y/N] " answer
    case $answer in [yYjJoO]*) READ_ONLY=yes ;; esac
  fi
  if [ "$READ_ONLY" = yes ]; then make_read_only; fi
}

is_read_only() { grep -q "\boverlayroot=" "$CMDLINE" 2>/dev/null; }

check_read_only() {
  local free
  [ "$READ_ONLY" = yes ] || return 0
  [ -f "$CMDLINE" ] || {
    fail "$CMDLINE does not exist." "Is the boot partition mounted? Try: sudo mount /boot/firmware"
    return 1
  }
  free=$(df -Pk "$(dirname "$CMDLINE")" | awk 'NR == 2 { print int($4 / 1024) }')
  [ -e "$GAMES_FILE" ] || [ "$free" -gt $((GAMES_MEGABYTES + 16)) ] || {
    fail "$free MB are free on the boot partition, but the games need $((GAMES_MEGABYTES + 16)) MB." \
      "Make a partition for them by hand: see firmware/hub/read-only-root.md"
    return 1
  }
}

make_read_only() {
  ! is_read_only || return 0
  run env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends overlayroot
  note "packages overlayroot"
  note overlay
  run systemctl stop triqueta.service
  grep -q " ${GAMES#"$ROOT"} " "$FSTAB" 2>/dev/null || move_games
  # With an overlay, a swap file would be in memory, where it does more harm than good.
  run systemctl disable --quiet dphys-swapfile.service || true # in Bookworm, but not in Trixie
  make_folder "$(dirname "$SWAP")"
  note "file ${SWAP#"$ROOT"}"
  change tee "$SWAP" >/dev/null <<<$'[Main]\nMechanism=zram'
  run update-initramfs -u
  put_into_cmdline "$OVERLAY $(without_overlay)"
  RESTART_NEEDED=yes
  say "After the next reboot the system is read-only, and the games are in ${GAMES_FILE#"$ROOT"}."
}

# Make the image file with the files of $GAMES in it. mkfs copies them, so nothing has to be mounted.
move_games() {
  change mkdir -p "$GAMES"
  change dd if=/dev/zero of="$GAMES_FILE.new" bs=1M count="$GAMES_MEGABYTES" status=none conv=fsync
  change mkfs.ext4 -q -F -E nodiscard -L triqueta -d "$GAMES" "$GAMES_FILE.new"
  change mv "$GAMES_FILE.new" "$GAMES_FILE"
  change tee -a "$FSTAB" >/dev/null <<<"$(games_line)"
}

games_line() {
  printf '%s %s ext4 loop,noatime,nofail,x-systemd.requires-mounts-for=/boot/firmware 0 0\n' \
    "${GAMES_FILE#"$ROOT"}" "${GAMES#"$ROOT"}"
}

make_writable() {
  is_read_only || {
    say "The system is already writable: nothing to do."
    return
  }
  put_into_cmdline "$(without_overlay)"
  say "After the next reboot the system is writable: sudo reboot"
}

undo_overlay() {
  ! is_read_only || put_into_cmdline "$(without_overlay)"
  [ -e "$GAMES_FILE" ] || return 0
  run systemctl stop triqueta.service
  bring_games_back
  change sed -i "\\#^${GAMES_FILE#"$ROOT"} #d" "$FSTAB"
  change rm -f "$GAMES_FILE"
}

bring_games_back() {
  local aside=$ROOT/var/lib/triqueta.aside
  run cp -a "$GAMES" "$aside"
  run umount "$GAMES"
  run cp -a "$aside/." "$GAMES/"
  run rm -r "$aside"
}

without_overlay() { sed '1 s/overlayroot=[^ ]* *//' "$CMDLINE"; }

# Replace cmdline.txt atomically, with a single line: the Pi doesn't boot without it.
put_into_cmdline() {
  change cp -p "$CMDLINE" "$CMDLINE.new"
  [ "$DRY_RUN" = yes ] || printf '%s\n' "$1" >"$CMDLINE.new"
  run sync "$CMDLINE.new"
  change mv "$CMDLINE.new" "$CMDLINE"
}
