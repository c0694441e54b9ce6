#!/bin/sh
# Tries the product behind the real Caddy and nginx, with the examples of deploy/, in a network of its own that has
# nothing but this machine:
#   apt-get install caddy nginx-light openssl iproute2
#   sh tools/try-proxies.sh
# As root. docs/guides/install.md has the last result.
set -e
top=$(cd "$(dirname "$0")/.." && pwd)
export PATH="$top/node_modules/.bin:$PATH"
work=$(mktemp -d /tmp/daybook-proxies-XXXXXX)
trap 'rm -rf "$work"' EXIT
chmod 711 "$work"
printf '127.0.0.1 localhost book.example.org\n' > "$work/hosts"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=book.example.org -addext subjectAltName=DNS:book.example.org \
  -keyout "$work/privkey.pem" -out "$work/fullchain.pem" 2> "$work/openssl.log"
# 203.0.113.9 is the visitor's.
unshare --net --mount sh -ec '
  ip link set lo up
  ip address add 203.0.113.9/32 dev lo
  mount --bind "$1/hosts" /etc/hosts
  node "$2/tools/try-proxies.ts" "$1"
' sh "$work" "$top"
