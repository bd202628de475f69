#!/usr/bin/env bash
# Install Triqueta on a Raspberry Pi, update it, or uninstall it.
# The script records each change in /opt/triqueta/made; --uninstall undoes the recorded changes.
set -Eeuo pipefail
umask 022 # the service reads what root writes here

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
CLONE=$(cd "$HERE/../.." && pwd)
readonly PACKAGES=(python3-venv python3-lgpio python3-spidev)
readonly GROUPS_NEEDED=(gpio i2c spi dialout)

ROOT="" TASK=install PURGE=no DRY_RUN=no SPI="" READ_ONLY=ask RESTART_NEEDED=no FOLDERS_MADE=()

# shellcheck source-path=SCRIPTDIR source=boot_config.sh
. "$HERE/boot_config.sh"
# shellcheck source-path=SCRIPTDIR source=checks.sh
. "$HERE/checks.sh"
# shellcheck source-path=SCRIPTDIR source=read_only.sh
. "$HERE/read_only.sh"

usage() {
  cat <<'TEXT'
Usage: sudo ./install.sh [OPTION...]

Without options: install Triqueta from the clone that contains this script, and start it at every
boot. It is safe to run the script again.

  --update     fetch the newest version (git pull) and install it
  --uninstall  remove everything that was installed; keep the games and a changed table.toml
  --purge      with --uninstall: remove the games and table.toml as well
  --i2c        the table's display is on I2C: leave the SPI pins free
  --spi        switch SPI on again after --i2c
  --read-only  make the system read-only, so that pulling the plug can't damage it; games are
               still saved
  --writable   make a read-only system writable again, for updates
  --dry-run    print what the script would do, without doing it
  --root DIR   change the files under DIR, and only print the commands that would run
  --help       print this text
TEXT
}

say() { printf '%s\n' "$*"; }
fail() { # REASON [REMEDY]
  printf 'install.sh: %s\n' "$1" >&2
  [ $# -lt 2 ] || printf '            %s\n' "$2" >&2
}
misused() {
  fail "$1" "See ./install.sh --help."
  exit 2
}

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
      --update | --uninstall | --writable)
        [ "$TASK" = install ] || misused "--update, --uninstall and --writable can't be combined"
        TASK=${1#--}
        ;;
      --purge) PURGE=yes ;;
      --spi) SPI=yes ;;
      --i2c) SPI=no ;;
      --read-only) READ_ONLY=yes ;;
      --dry-run) DRY_RUN=yes ;;
      --root)
        [ -d "${2:-}" ] || misused "--root: '${2:-}' is not an existing folder"
        ROOT=$(cd "$2" && pwd)
        [ "$ROOT" != / ] || misused "--root / is the running system: omit the option"
        shift
        ;;
      --help)
        usage
        exit 0
        ;;
      *) misused "unknown option '$1'" ;;
    esac
    shift
  done
  [ "$PURGE" = no ] || [ "$TASK" = uninstall ] || misused "--purge can only be used with --uninstall"
  [ "$READ_ONLY" = ask ] || case $TASK in
    uninstall | writable) misused "--read-only can't be combined with --$TASK" ;;
  esac
}

find_places() {
  PLACE=$ROOT/opt/triqueta
  CONFIG=$ROOT/boot/firmware/config.txt
  BACKUP=$CONFIG.before-triqueta
  TABLE=$ROOT/etc/triqueta/table.toml
  GAMES=$ROOT/var/lib/triqueta
  find_read_only_places
}

# `run` is for commands that change the running system: --root only prints them. `change` is for
# changes to files under $ROOT. --dry-run only prints both.
run() {
  if [ -n "$ROOT" ] || [ "$DRY_RUN" = yes ]; then say "would run: $*"; else "$@"; fi
}
change() {
  if [ "$DRY_RUN" = yes ]; then say "would do: $*"; else "$@"; fi
}

installed() { [ -e "$PLACE/made" ]; }

note() { # record a change, so that --uninstall can undo it
  [ "$DRY_RUN" = no ] || return 0
  grep -qxF -- "$*" "$PLACE/made" 2>/dev/null || printf '%s\n' "$*" >>"$PLACE/made"
}

# ---------------------------------------------------------------- installing

install_all() {
  local had_older=no
  ! installed || grep -qx "interface named" "$PLACE/made" || had_older=yes
  make_folder "$PLACE"
  note home
  install_packages
  install_user
  install_program
  install_file "$HERE/README.md" "$PLACE/README.md"
  install_file "$HERE/read-only-root.md" "$PLACE/read-only-root.md"
  install_file "$HERE/modules-load.conf" "$ROOT/etc/modules-load.d/triqueta.conf"
  install_file "$HERE/triqueta.service" "$ROOT/etc/systemd/system/triqueta.service"
  install_table
  put_block_in
  start_service
  offer_read_only
  say_what_is_next
}

make_folder() {
  [ ! -d "$1" ] || return 0
  make_folder "$(dirname "$1")"
  change mkdir -m 755 "$1"
  FOLDERS_MADE+=("$1")
  note_folders
}

note_folders() { # /opt/triqueta/made exists only after the first folders have been made
  [ -d "$PLACE" ] && [ "$DRY_RUN" = no ] || return 0
  for folder in "${FOLDERS_MADE[@]}"; do note "folder ${folder#"$ROOT"}"; done
  FOLDERS_MADE=()
}

install_packages() {
  local package missing=()
  for package in "${PACKAGES[@]}"; do
    [ -z "$ROOT" ] && dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null |
      grep -qx installed || missing+=("$package")
  done
  [ ${#missing[@]} != 0 ] || return 0
  run apt-get update -q
  run env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
  note "packages ${missing[*]}"
}

install_user() {
  ! grep -q '^triqueta:' "$ROOT/etc/passwd" || return 0
  note user
  run useradd --system --user-group --groups "$(IFS=,; printf '%s' "${GROUPS_NEEDED[*]}")" \
    --home-dir /var/lib/triqueta --no-create-home --shell /usr/sbin/nologin triqueta
}

# The venv uses the system's lgpio and spidev, because building them would need a compiler.
install_program() {
  local venv=/opt/triqueta/venv command="$ROOT/usr/local/bin/triqueta"
  note venv
  if [ -n "$ROOT" ] || ! "$venv/bin/python" -m pip --version 2>/dev/null | grep -q "$venv/"; then
    run python3 -m venv --clear --system-site-packages "$venv" # missing, or of an older Python
  fi
  run "$venv/bin/python" -m pip install --quiet --no-cache-dir --upgrade "${CLONE}[hub]"
  if [ ! -e "$command" ] && [ ! -L "$command" ]; then
    make_folder "$(dirname "$command")"
    note command
    change ln -s "$venv/bin/triqueta" "$command"
  fi
}

install_file() {
  ! cmp -s "$1" "$2" || return 0
  make_folder "$(dirname "$2")"
  note "file ${2#"$ROOT"}"
  change install -m 644 "$1" "$2"
}

install_table() {
  if [ -e "$TABLE" ]; then
    [ "$had_older" = no ] || name_interface
  else
    make_folder "$(dirname "$TABLE")"
    change install -m 644 "$HERE/table.toml" "$TABLE"
    [ "$SPI" != no ] || name_interface
    note_table
  fi
  note "interface named" # from now on, a table.toml without an interface means SPI
}

note_table() { [ "$DRY_RUN" = yes ] || note "table $(sum_of "$TABLE")"; }

# Before SPI became the default, a table.toml without an interface meant I2C. Write that into it, so
# that the display keeps working.
name_interface() {
  local new pristine=no line='interface = "i2c"'
  [ -e "$TABLE" ] || return 0 # missing in a dry run
  ! grep -Eq '^[[:space:]]*(display\.)?interface[[:space:]]*=' "$TABLE" || return 0
  if grep -Eq '^[[:space:]]*display[[:space:]]*=' "$TABLE"; then
    say "Note: if the display is on I2C, set interface = \"i2c\" in $TABLE."
    return 0
  fi
  ! grep -qxF "table $(sum_of "$TABLE")" "$PLACE/made" 2>/dev/null || pristine=yes
  new=$(mktemp)
  LINE=$line awk '
    /^[[:space:]]*\[display\]/ { print; print ENVIRON["LINE"]; done = 1; next }
    !done && /^[[:space:]]*display\./ { print "display." ENVIRON["LINE"]; done = 1 }
    { print }
    END { if (!done) print "\n[display]\n" ENVIRON["LINE"] }' "$TABLE" >"$new"
  change install -m 644 "$new" "$TABLE"
  rm "$new"
  [ "$pristine" = no ] || note_table
  say "The table's display is on I2C: interface = \"i2c\" was added to $TABLE."
}

sum_of() { sha256sum <"$1" | cut -d' ' -f1; }

start_service() {
  run systemctl daemon-reload
  run systemctl enable --quiet triqueta.service
  run modprobe --all i2c-dev spidev cdc-acm || say "Note: a driver will be missing until the next boot."
  run systemctl restart --no-block triqueta.service
}

say_what_is_next() {
  say "Installed. Games are saved in /var/lib/triqueta, settings are in /etc/triqueta/table.toml."
  say "\`triqueta doctor\` checks the displays, the keys and everything else."
  [ "$RESTART_NEEDED" = no ] || say "Now reboot, so that the changes take effect: sudo reboot"
}

# ---------------------------------------------------------------- updating and uninstalling

update() {
  installed || {
    fail "Triqueta is not installed here: there is nothing to update." "Install it: sudo $0"
    exit 1
  }
  [ -e "$CLONE/.git" ] || {
    fail "$CLONE is not a git clone, so it can't be updated with git pull." \
      "Unpack the new version into this folder, and run this script without --update."
    exit 1
  }
  run runuser -u "$(stat -c %U "$CLONE")" -- git -C "$CLONE" pull --ff-only
  if [ -z "$ROOT" ] && [ "$DRY_RUN" = no ]; then # continue with the new version of this script
    if [ "$READ_ONLY" = yes ]; then exec "$0" --read-only; else exec "$0"; fi
  fi
  install_all
}

uninstall() {
  local made
  installed || {
    say "Triqueta is not installed here: there is nothing to undo."
    return
  }
  [ ! -f "$CONFIG" ] || check_block || exit 1
  made=$(tac "$PLACE/made")
  run systemctl stop triqueta.service
  run systemctl disable --quiet triqueta.service # --now would fail where systemd isn't running
  while read -r kind what <&3; do "undo_$kind" "$what"; done 3<<<"$made"
  run systemctl daemon-reload
  settle_games
  say "Triqueta is uninstalled."
}

undo_file() { change rm -f "$ROOT$1"; }
undo_folder() { # changes are undone in reverse order, so its contents are already gone
  [ -d "$ROOT$1" ] || return 0
  change rmdir --ignore-fail-on-non-empty "$ROOT$1"
}
undo_interface() { :; } # undo_table deals with the file
undo_home() { change rm -f "$PLACE/made"; }
undo_venv() { change rm -rf "$PLACE/venv"; }
undo_command() { change rm -f "$ROOT/usr/local/bin/triqueta"; }
undo_config() { take_block_out; }
undo_user() { ! grep -q '^triqueta:' "$ROOT/etc/passwd" || run userdel triqueta; }
undo_packages() {
  # Other packages may need them by now: apt knows which ones can go.
  # shellcheck disable=SC2086 # a list of words
  run apt-mark auto $1
  say "\`sudo apt autoremove\` removes these packages if nothing else needs them: $1"
}
undo_table() {
  [ -f "$TABLE" ] || return 0
  if [ "$PURGE" = yes ] || [ "$(sum_of "$TABLE")" = "$1" ]; then
    change rm "$TABLE"
  else
    say "Kept, because it was changed: $TABLE"
  fi
}

settle_games() {
  [ -d "$GAMES" ] || return 0
  if [ "$PURGE" = yes ]; then
    change find "$GAMES" -mindepth 1 -delete
    mountpoint -q "$GAMES" || change rmdir "$GAMES"
  else
    run chown -R root:root "$GAMES" # a new user may get the id of the deleted one
    say "Kept: the games in $GAMES"
  fi
}

stopped() {
  fail "stopped at line $1 by the error above; the changes made so far remain." \
    "Fix the error and run this script again, or undo the changes: sudo $0 --uninstall"
}

main() {
  read_arguments "$@"
  find_places
  case $TASK in
    uninstall) { check_root && check_overlay; } || exit 1 ;;
    writable) check_root || exit 1 ;;
    *) check ;;
  esac
  trap 'stopped $LINENO' ERR
  case $TASK in
    install) install_all ;;
    update) update ;;
    uninstall) uninstall ;;
    writable) make_writable ;;
  esac
}

main "$@"
