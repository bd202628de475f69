# Insert, replace and remove Triqueta's block in the Pi's config.txt.
# shellcheck shell=bash

readonly BEGIN="# triqueta begin" END="# triqueta end"

# Fail unless there is no block, or exactly one with its begin and end lines in order. In any other
# file the script can't know which lines are its own.
check_block() {
  FIRST=$BEGIN LAST=$END awk '
    { sub(/\r$/, "") }
    $0 == ENVIRON["FIRST"] { if (begun++) exit }
    $0 == ENVIRON["LAST"] { if (++ended != begun) exit }
    END { exit begun > 1 || begun != ended }' "$CONFIG" || {
    fail "$CONFIG: '$BEGIN' and '$END' do not match." \
      "Delete these lines and Triqueta's settings next to them; install.sh writes them again."
    return 1
  }
}

put_block_in() {
  local new
  [ "$SPI" != "" ] || ! present_block | grep -q '^#dtparam=spi=on' || SPI=no # keep the earlier choice
  new=$(mktemp)
  config_with "$(wanted_block)" >"$new"
  if ! cmp -s "$new" "$CONFIG"; then
    note config
    [ -e "$BACKUP" ] || change cp -p "$CONFIG" "$BACKUP"
    replace_config "$new"
    RESTART_NEEDED=yes
  fi
  rm "$new"
}

take_block_out() {
  local new
  [ -f "$CONFIG" ] || return 0
  new=$(mktemp)
  config_with "" >"$new"
  if [ -e "$BACKUP" ] && { cat "$BACKUP" && echo; } | cmp -s - "$new"; then
    cat "$BACKUP" >"$new" # the original had no newline at its end: restore it exactly
  fi
  cmp -s "$new" "$CONFIG" || replace_config "$new"
  change rm -f "$BACKUP"
  rm "$new"
}

wanted_block() {
  if [ "$SPI" = no ]; then
    sed 's/^dtparam=spi/#dtparam=spi/' "$HERE/config.txt.part"
  else
    cat "$HERE/config.txt.part"
  fi
}

present_block() { tr -d '\r' <"$CONFIG" | sed -n "/^$BEGIN\$/,/^$END\$/p"; }

# Print config.txt with block $1 where the old block was, or at the end. All other lines stay as they
# are, including the CR LF line ends of Windows editors, which the Pi accepts.
config_with() {
  BLOCK=$1 FIRST=$BEGIN LAST=$END awk '
    function put() { if (ENVIRON["BLOCK"] != "" && !done) print ENVIRON["BLOCK"]; done = 1 }
    { line = $0; sub(/\r$/, "", line) }
    line == ENVIRON["FIRST"] { inside = 1; put() }
    !inside { print }
    line == ENVIRON["LAST"] { inside = 0 }
    END { put() }' "$CONFIG"
}

# Replace config.txt atomically: after a power cut it must not be incomplete, or the Pi doesn't boot.
replace_config() {
  change cp -p "$CONFIG" "$CONFIG.new"
  [ "$DRY_RUN" = yes ] || cat "$1" >"$CONFIG.new"
  run sync "$CONFIG.new"
  change mv "$CONFIG.new" "$CONFIG"
}
