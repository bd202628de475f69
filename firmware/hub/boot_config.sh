# Triqueta's block in the Pi's config.txt: put in, replaced where it stands, taken out.
# shellcheck shell=bash

readonly BEGIN="# triqueta begin" END="# triqueta end"

config() { printf '%s' "$ROOT/boot/firmware/config.txt"; }
backup() { printf '%s' "$ROOT/boot/firmware/config.txt.before-triqueta"; }

marks() { tr -d '\r' <"$(config)" | grep -cxF -- "$1" || true; }

put_block_in() {
  local new
  [ "$SPI" = yes ] || ! present_block | grep -q '^dtparam=spi=on' || SPI=yes # as asked for before
  new=$(mktemp)
  config_with "$(wanted_block)" >"$new"
  if ! cmp -s "$new" "$(config)"; then
    note config
    [ -e "$(backup)" ] || change cp -p "$(config)" "$(backup)"
    replace_config "$new"
    RESTART_NEEDED=yes
  fi
  rm "$new"
}

take_block_out() {
  local new
  [ -f "$(config)" ] || return 0
  new=$(mktemp)
  config_with "" >"$new"
  if [ -e "$(backup)" ] && { cat "$(backup)" && echo; } | cmp -s - "$new"; then
    cat "$(backup)" >"$new" # its last line had no end, and gets none
  fi
  cmp -s "$new" "$(config)" || replace_config "$new"
  change rm -f "$(backup)"
  rm "$new"
}

wanted_block() {
  if [ "$SPI" = yes ]; then
    sed 's/^#dtparam=spi/dtparam=spi/' "$HERE/config.txt.part"
  else
    cat "$HERE/config.txt.part"
  fi
}

present_block() { tr -d '\r' <"$(config)" | sed -n "/^$BEGIN\$/,/^$END\$/p"; }

# The file with this block in the old one's place, or else at the end. Editors on Windows end
# lines with CR LF, which the Pi takes too: other people's lines stay as they are.
config_with() {
  BLOCK=$1 FIRST=$BEGIN LAST=$END awk '
    function put() { if (ENVIRON["BLOCK"] != "" && !done) print ENVIRON["BLOCK"]; done = 1 }
    { line = $0; sub(/\r$/, "", line) }
    line == ENVIRON["FIRST"] { inside = 1; put() }
    !inside { print }
    line == ENVIRON["LAST"] { inside = 0 }
    END { put() }' "$(config)"
}

# Never half a file, whenever the power goes: without a config.txt that can be read nothing starts.
replace_config() {
  change cp -p "$(config)" "$(config).new"
  [ "$DRY_RUN" = yes ] || cat "$1" >"$(config).new"
  change sync "$(config).new"
  change mv "$(config).new" "$(config)"
}
