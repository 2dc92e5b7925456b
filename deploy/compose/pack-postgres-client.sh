#!/bin/sh
# pack-postgres-client.sh DIRECTORY PROGRAM...: copies Postgres programs with all their libraries into DIRECTORY, so that
# they run in any other image, and adds a wrapper script for each.
set -eu
to=$1; shift
mkdir -p "$to/programs" "$to/libraries"
for program in "$@"; do
  from=/usr/lib/postgresql/$PG_MAJOR/bin/$program
  cp "$from" "$to/programs/"
  # ldd prints "name => path (address)" for libraries and "path (address)" for the loader.
  ldd "$from" | awk '$2 == "=>" && $3 ~ /^\// { print $3 } $1 ~ /^\// { print $1 }' | while read -r library; do
    cp -Ln "$library" "$to/libraries/" 2>/dev/null || [ -e "$to/libraries/${library##*/}" ]
  done
  loader=$(ldd "$from" | awk '$1 ~ /^\/.*ld-linux/ { sub(/.*\//, "", $1); print $1 }')
  cat >"$to/$program" <<CALL
#!/bin/sh
exec $to/libraries/$loader --library-path $to/libraries $to/programs/$program "\$@"
CALL
  chmod 755 "$to/$program"
  "$to/$program" --version
done
