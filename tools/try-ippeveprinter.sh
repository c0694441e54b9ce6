#!/bin/sh
# Tries the agent on ippeveprinter, the IPP Everywhere printer of the CUPS project, without any network: as root on
# Debian, after `apt-get install cups-ipp-utils avahi-daemon dbus`:
#   sh tools/try-ippeveprinter.sh
# docs/guides/printers.md has the answers of version 2.4.2.
set -e
top=$(cd "$(dirname "$0")/.." && pwd)
if [ "$1" != inside ]; then exec unshare --net --mount --propagation private sh "$0" inside; fi

export PATH="$top/node_modules/.bin:$PATH"
work=$(mktemp -d)
ip link set lo up
mkdir -p /run/dbus "$work/spool"
mount -t tmpfs none /run/dbus
dbus-daemon --system --nofork --nopidfile 2>/dev/null &
dbus=$!
sleep 1
avahi-daemon --no-drop-root --no-chroot --no-rlimits 2>/dev/null &
avahi=$!
sleep 2
# Raw types are named one by one: octet-stream would not do. A command that reads all of its file stands for paper.
printf '#!/bin/sh\necho "INFO: $CONTENT_TYPE: $(wc -c < "$1") bytes" >&2\nsleep 1\n' > "$work/print"
chmod +x "$work/print"
ippeveprinter -v -k -p 8631 -n localhost -d "$work/spool" -c "$work/print" \
  -f image/pwg-raster,image/png,application/vnd.epson.escpos Paper > "$work/printer.log" 2>&1 &
printer=$!
trap 'kill $printer $avahi $dbus; rm -rf "$work"' EXIT
sleep 2

echo "== ipptool: the tests of Get-Printer-Attributes"
ipptool -t ipp://localhost:8631/ipp/print get-printer-attributes.test | tail -n 4
ipptool -tv ipp://localhost:8631/ipp/print get-printer-attributes.test |
  grep -E 'document-format-supported|pwg-raster-document-(type|resolution)|printer-state' || true
node "$top/tools/try-ippeveprinter.ts" ipp://localhost:8631/ipp/print "$work/spool"
for job in 1 2; do
  echo "== what it says about job $job"
  cat > "$work/job.test" <<TEST
{
  NAME "Get-Job-Attributes"
  OPERATION Get-Job-Attributes
  GROUP operation-attributes-tag
  ATTR charset attributes-charset utf-8
  ATTR language attributes-natural-language en
  ATTR uri printer-uri \$uri
  ATTR integer job-id $job
}
TEST
  ipptool -tv ipp://localhost:8631/ipp/print "$work/job.test" | grep -E 'job-(name|state|state-reasons|k-octets) ' || true
done
echo "== the printer"
grep -E 'INFO|bytes|state|Completed|Aborted' "$work/printer.log" | tail -n 12
