#!/bin/sh
# Builds bank-server/target/bank-image.tar without a container engine: config/image/build.sh [BASE]
#
# BASE is a base image with a Java: tar:///PATH, as config/image/base.sh makes one, or a name with a digest in a
# registry. Its Java must be 25 or later. Without BASE, the one that the profile "image" of bank-server/pom.xml names is
# taken. As root, and with skopeo, umoci and crun, the image gets an AOT cache of the classes that a start loads, for
# shorter starts.
set -eu
root=$(cd -- "$(dirname -- "$0")/../.." && pwd)
image=$root/bank-server/target/bank-image.tar
cache=$root/bank-server/target/image-cache/classes.aot

# without REASON: ends with an image that has no AOT cache.
without() {
  printf 'build.sh: the image has no AOT cache, because %s. ' "$1" >&2
  echo 'It starts only if the Java of the base is 25 or later' >&2
  exit 0
}

build() {
  (cd "$root" && ./mvnw --batch-mode -q -DskipTests -Djacoco.skip -Pimage -pl bank-server -am \
    ${base:+"-Dimage.base=$base"} package)
}

base=${1:-}
# The build takes in what is in the directory of the cache, and fails without the directory.
mkdir -p "${cache%/*}"
rm -f "$cache"
build
for tool in skopeo umoci crun; do
  command -v "$tool" >/dev/null || without "there is no $tool"
done
[ "$(id -u)" = 0 ] || without 'only root can run the image'
"$root/config/image/aot-cache" "$image" "$cache"
build
