#!/bin/sh
# Makes a base image without a container registry: config/image/base.sh OUTPUT.tar [SUITE [JRE [MIRROR]]]
#
# It is a Debian of the packages that a Java needs, made by mmdebstrap, as a tar that Jib and "docker load" read. SUITE
# is trixie unless given, JRE openjdk-25-jre-headless, and MIRROR Debian's. MIRROR is an address, or lines as
# in a sources.list; with a moment of snapshot.debian.org, the same image can be made again. OUTPUT.tar.sha256 has its
# checksum, OUTPUT.tar.packages the packages with their versions. The directories /data and /etc/bank belong to the user
# 10001, as which the service runs.
set -eu
[ $# -ge 1 ] || { sed -n 2p "$0" >&2; exit 2; }
command -v mmdebstrap >/dev/null || { echo 'base.sh: there is no mmdebstrap. Install it' >&2; exit 2; }
output=$1 suite=${2:-trixie} jre=${3:-openjdk-25-jre-headless} mirror=${4:-http://deb.debian.org/debian}
# Every file has this time, so that the same packages make the same image.
SOURCE_DATE_EPOCH=1
export SOURCE_DATE_EPOCH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
mkdir "$work/image"

# The manual pages are left out. Installing Java creates links to some of them all the same, and fails without their
# directory.
mmdebstrap --variant=essential --include="$jre,ca-certificates" \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
  --essential-hook='install -d "$1/usr/share/man/man1"' \
  --customize-hook='install -d -m 755 -o 10001 -g 10001 "$1/data" "$1/etc/bank"' \
  "$suite" "$work/image/layer.tar" "$mirror"

layer=$(sha256sum "$work/image/layer.tar" | cut -d ' ' -f 1)
cat >"$work/image/config.json" <<JSON
{"architecture": "$(dpkg --print-architecture)", "os": "linux", "created": "1970-01-01T00:00:01Z",
 "config": {"Env": ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"]},
 "rootfs": {"type": "layers", "diff_ids": ["sha256:$layer"]},
 "history": [{"created": "1970-01-01T00:00:01Z", "created_by": "mmdebstrap $suite $jre"}]}
JSON
cat >"$work/image/manifest.json" <<'JSON'
[{"Config": "config.json", "RepoTags": ["bank-base:local"], "Layers": ["layer.tar"]}]
JSON
tar --sort=name --mtime=@1 --owner=0 --group=0 --numeric-owner -C "$work/image" -cf "$output" \
  manifest.json config.json layer.tar
tar -xOf "$work/image/layer.tar" ./var/lib/dpkg/status | sed -n 's/^Package: //p; s/^Version: /  /p' >"$output.packages"
(cd "$(dirname "$output")" && sha256sum "$(basename "$output")") >"$output.sha256"
cat "$output.sha256"
