# Triqueta's block in the Pi's config.txt: put in, replaced where it stands, taken out.
# shellcheck shell=bash

readonly BEGIN="# triqueta begin" END="# triqueta end"

# No block, or one with both its ends: else nobody can tell what is ours.
check_block() {
  FIRST=$BEGIN LAST=$END awk '
    { sub(/\r$/, "") }
    $0 == ENVIRON["FIRST"] { if (begun++) exit }
    $0 == ENVIRON["LAST"] { if (++ended != begun) exit }
    END { exit begun > 1 || begun != ended }' "$CONFIG" || {
    fail "$CONFIG: '$BEGIN' and '$END' do not match." \
      "Delete these lines and what belongs to them; install.sh writes them again."
    return 1
  }
}

put_block_in() {
  local new
  [ "$SPI" != "" ] || ! present_block | grep -q '^#dtparam=spi=on' || SPI=no # as it was before
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
    cat "$BACKUP" >"$new" # its last line had no end, and gets none
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

# The file with this block in the old one's place, or else at the end. Editors on Windows end
# lines with CR LF, which the Pi takes too: other people's lines stay as they are.
config_with() {
  BLOCK=$1 FIRST=$BEGIN LAST=$END awk '
    function put() { if (ENVIRON["BLOCK"] != "" && !done) print ENVIRON["BLOCK"]; done = 1 }
    { line = $0; sub(/\r$/, "", line) }
    line == ENVIRON["FIRST"] { inside = 1; put() }
    !inside { print }
    line == ENVIRON["LAST"] { inside = 0 }
    END { put() }' "$CONFIG"
}

# Never half a file, whenever the power goes: without a config.txt that can be read nothing starts.
replace_config() {
  change cp -p "$CONFIG" "$CONFIG.new"
  [ "$DRY_RUN" = yes ] || cat "$1" >"$CONFIG.new"
  run sync "$CONFIG.new"
  change mv "$CONFIG.new" "$CONFIG"
}
