#!/bin/sh
# picture.sh PAGE PNG WIDTH HEIGHT [light|dark|phone] [FROM]: a page, or what of it begins FROM pixels below its top, as Chromium draws it. Needs a JDK and Chromium.
set -eu
page=$1 png=$2 width=$3 height=$4 how=${5:-light} from=${6:-0}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
set -- --virtual-time-budget=15000 --screenshot="$work/page.png"
url=file://$page
case $how in
  dark) set -- "$@" --blink-settings=preferredColorScheme=0 ;;
  # A window has at least 500 pixels: a phone is a frame in one.
  phone) echo "<body style='margin:0'><iframe src='$url' width='$width' height='$((from + height))' style='border:0'></iframe>" >"$work/frame.html"; url=file://$work/frame.html ;;
esac
# What lies below the window's frame is not drawn anew: the window is higher than the picture, and that is cut out.
timeout 120 "${CHROMIUM:-chromium}" --headless=new --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$work/profile" \
  --window-size="$((width > 500 ? width : 500)),$((from + height + 240))" "$@" "$url" 2>"$work/chromium.log" || { cat "$work/chromium.log" >&2; exit 1; }
timeout 120 jshell -s - <<EOF
var page = javax.imageio.ImageIO.read(new java.io.File("$work/page.png")).getSubimage(0, $from, $width, $height);
javax.imageio.ImageIO.write(page, "png", new java.io.File("$png"));
EOF
