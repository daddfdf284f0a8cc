#!/bin/sh
# Makes what the image stands on, as a docker archive: a shell and its tools out of Debian's packages, and a Java by jlink.
# Needs Debian or Ubuntu (apt-get download, dpkg-deb) and a JDK; no root, no daemon, no registry of images.
# usage: base.sh JAVA_HOME ARCHIVE
set -eu
jdk=$1
archive=$2
packages='base-files base-passwd libc6 libc-bin libgcc-s1 libstdc++6 zlib1g dash bash libtinfo6 coreutils libacl1 libattr1 libselinux1 libpcre2-8-0 libgmp10 libssl3 findutils grep sed tzdata ca-certificates iproute2 libbpf1 libelf1 libmnl0 libtirpc3 libcap2 libbsd0 libmd0 libgssapi-krb5-2 libkrb5-3 libk5crypto3 libcom-err2 libkrb5support0 libkeyutils1'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
mkdir -p "$work/debs" "$root" "$(dirname "$archive")"
# shellcheck disable=SC2086 # names of packages
(cd "$work/debs" && apt-get -qq -o APT::Sandbox::User=root download $packages)
for deb in "$work"/debs/*.deb; do dpkg-deb -x "$deb" "$root"; done
rm -rf "$root/usr/share/doc" "$root/usr/share/man" "$root/usr/share/locale" "$root/usr/share/info"
# What the packages' own scripts do when they are installed.
ln -sf dash "$root/bin/sh"
cp "$root/usr/share/base-passwd/passwd.master" "$root/etc/passwd"
cp "$root/usr/share/base-passwd/group.master" "$root/etc/group"
echo 'rebound:x:1000:1000::/home/rebound:/bin/sh' >>"$root/etc/passwd"
echo 'rebound:x:1000:' >>"$root/etc/group"
find "$root/usr/share/ca-certificates" -name '*.crt' | LC_ALL=C sort | while read -r one; do cat "$one"; done >"$work/all.crt"
mkdir -p "$root/etc/ssl/certs" "$root/work" "$root/home/rebound" "$root/opt"
mv "$work/all.crt" "$root/etc/ssl/certs/ca-certificates.crt"
chmod 1777 "$root/tmp"
chmod 0777 "$root/work" "$root/home/rebound"
modules=$("$jdk/bin/java" --list-modules | sed 's/@.*//' | grep -v incubator | tr '\n' ',')
"$jdk/bin/jlink" --module-path "$jdk/jmods" --add-modules "${modules%,}" --strip-debug --no-man-pages --no-header-files --compress=2 --output "$root/opt/java"
# Launchers keep archives of classes for quicker starts, and those need the JVM's own.
"$root/opt/java/bin/java" -Xshare:dump >/dev/null

cd "$work"
tar --sort=name --mtime='2026-11-20 00:00Z' --owner=0 --group=0 --numeric-owner -C "$root" -cf layer.tar .
case $(dpkg --print-architecture) in arm64) machine=arm64 ;; *) machine=amd64 ;; esac
cat >config.json <<E2
{"architecture":"$machine","os":"linux","created":"2026-11-20T00:00:00Z","config":{"Env":["PATH=/opt/rebound:/opt/java/bin:/usr/local/bin:/usr/bin:/bin","JAVA_HOME=/opt/java","LANG=C.UTF-8","HOME=/home/rebound"]},"rootfs":{"type":"layers","diff_ids":["sha256:$(sha256sum layer.tar | cut -d' ' -f1)"]},"history":[{"created":"2026-11-20T00:00:00Z","created_by":"Debian's packages and jlink"}]}
E2
echo '[{"Config":"config.json","RepoTags":["rebound-base:latest"],"Layers":["layer.tar"]}]' >manifest.json
tar --sort=name --mtime='2026-11-20 00:00Z' --owner=0 --group=0 --numeric-owner -cf "$archive" manifest.json config.json layer.tar
