#!/usr/bin/env bash
# nodemailer 10.6.0 sends an address with letters outside ASCII before the @ to a server that does not announce SMTPUTF8.
#
# RFC 6531 (section 3.2) forbids that: a client that cannot find the extension has to report the mail as undeliverable.
# One would expect an error of the library. It sends `RCPT TO:<jürgen@example.test>` in UTF-8, without the parameter,
# and what happens is up to the server: a rejection in its own words, or a mailbox of another name. With a server that
# announces SMTPUTF8, it adds the parameter.
#
# Installs the package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund nodemailer@10.6.0

cat >try.cjs <<'CODE'
const { createServer } = require('node:net');
const { createTransport } = require('nodemailer');

/** A mail server that accepts everything, and prints the envelope it was given. */
function serve(extensions) {
  return createServer((socket) => {
    let isContent = false;
    socket.on('error', () => {});
    socket.write('220 mail.example.test ESMTP\r\n');
    socket.on('data', (data) => {
      for (const line of data.toString('utf8').split('\r\n').filter(Boolean)) {
        if (isContent) {
          if (line !== '.') continue;
          isContent = false;
          socket.write('250 2.0.0 Accepted\r\n');
        } else if (/^EHLO/i.test(line)) {
          socket.write(['mail.example.test', ...extensions].map((text, at) => `250${at < extensions.length ? '-' : ' '}${text}\r\n`).join(''));
        } else if (/^DATA/i.test(line)) {
          isContent = true;
          socket.write('354 Go on\r\n');
        } else {
          if (/^(MAIL|RCPT)/i.test(line)) console.log(`  ${line}`);
          socket.write('250 2.0.0 OK\r\n');
        }
      }
    });
  });
}

async function send(extensions) {
  const server = serve(extensions);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const transport = createTransport({ host: '127.0.0.1', port: server.address().port, secure: false, ignoreTLS: true });
  console.log(`announced: ${extensions.join(' ')}`);
  const mail = { from: 'desk@example.test', to: 'jürgen@example.test', subject: 'Hello', text: 'Hello' };
  const outcome = await transport.sendMail(mail).then(({ response }) => response, (error) => `error ${error.code}`);
  console.log(`  ${outcome}`);
  transport.close();
  server.close();
}

(async () => {
  await send(['8BITMIME']);
  await send(['8BITMIME', 'SMTPUTF8']);
  process.exit(0);
})();
CODE

seen=$(node try.cjs)
expected='announced: 8BITMIME
  MAIL FROM:<desk@example.test>
  RCPT TO:<jürgen@example.test>
  250 2.0.0 Accepted
announced: 8BITMIME SMTPUTF8
  MAIL FROM:<desk@example.test> SMTPUTF8
  RCPT TO:<jürgen@example.test>
  250 2.0.0 Accepted'
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "The behaviour has changed. Expected:"
  echo "$expected"
  exit 1
fi
