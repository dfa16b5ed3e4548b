#!/bin/sh
# Builds bank-server/target/bank-image.tar without a container engine: config/image/build.sh [BASE]
#
# BASE is a base image with a Java: tar:///PATH, as config/image/base.sh makes one, or a name with a digest in a
# registry. Its Java must be 25 or later. Without BASE, the one that the profile "image" of bank-server/pom.xml names is
# taken. As root, and with skopeo, umoci and crun, the image gets an AOT cache of the classes that a start loads, for
# starts in a third of the time.
set -eu
root=$(cd -- "$(dirname -- "$0")/../.." && pwd)
image=$root/bank-server/target/bank-image.tar
cache=$root/bank-server/target/image-cache/classes.aot
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
  command -v "$tool" >/dev/null || { echo "build.sh: no AOT cache, because there is no $tool" >&2; exit 0; }
done
if [ "$(id -u)" != 0 ]; then
  echo 'build.sh: no AOT cache, because only root can run the image' >&2
  exit 0
fi
"$root/config/image/aot-cache" "$image" "$cache"
build
