// Prints on a running ippeveprinter: with the agent, and with a connection that ends early. Started by
// try-ippeveprinter.sh.
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { paperMedia } from '#server/devices/paper/media/paper-media.ts';
import { renderPaper } from '#server/devices/paper/render-paper.ts';
import { paperSamples } from '#server/testing/paper/paper-samples.ts';
import { agentFolder } from '#server/testing/printers/run-agent.ts';
import { openAgentDoor } from '#server/testing/servers/agent-door.ts';

const [printer = '', spool = ''] = process.argv.slice(2);
const paper = await renderPaper({ ...paperSamples.priceList, dots: 576 });
const documents = Object.fromEntries(Object.values(paperMedia).map(({ type, encode }) => [type, encode(paper)]));

console.log('== the agent');
await using door = await openAgentDoor('code');
await using folder = await agentFolder({ server: door.address, device: 'try', code: 'code', printer, waits: {} });
door.jobs.push({ id: 'whole', documents });
const agent = folder.start();
while (door.results.length === 0) await wait(100);
await agent.end();
console.log(folder.output.trim());
console.log(`formats: ${door.polls[0]?.media.join(', ')}`);
for (const name of await readdir(spool)) {
  const bytes = await readFile(join(spool, name));
  const same = Object.entries(documents).find(([, document]) => bytes.equals(document))?.[0];
  console.log(`${name}: ${bytes.length} bytes, ${same ? `exactly our ${same}` : 'not what was sent'}`);
}

console.log('== a connection that ends after 2000 bytes of the paper');
const url = new URL(printer);
const document = Buffer.alloc(52_000, 0x55);
const head = requestHead(document.length);
const socket = connect({ host: url.hostname, port: Number(url.port) });
socket.on('error', () => {});
socket.write(Buffer.concat([head, document.subarray(0, 2_000)]));
await wait(500);
socket.destroy();
await wait(4_000);
for (const name of await readdir(spool)) {
  console.log(`${name}: ${(await readFile(join(spool, name))).length} bytes`);
}

/** Print-Job over HTTP/1.1, with the length of the whole paper. */
function requestHead(length: number): Buffer {
  const attribute = (tag: number, name: string, value: string) =>
    Buffer.concat([Buffer.of(tag, 0, name.length), Buffer.from(name), Buffer.of(0, value.length), Buffer.from(value)]);
  const ipp = Buffer.concat([
    Buffer.from([1, 1, 0, 0x02, 0, 0, 0, 1, 0x01]),
    attribute(0x47, 'attributes-charset', 'utf-8'),
    attribute(0x48, 'attributes-natural-language', 'en'),
    attribute(0x45, 'printer-uri', printer),
    attribute(0x42, 'job-name', 'cut'),
    attribute(0x49, 'document-format', 'application/vnd.epson.escpos'),
    Buffer.of(0x03),
  ]);
  const http = [
    `POST ${url.pathname} HTTP/1.1`,
    `Host: ${url.host}`,
    'Content-Type: application/ipp',
    `Content-Length: ${ipp.length + length}`,
  ];
  return Buffer.concat([Buffer.from(`${http.join('\r\n')}\r\n\r\n`), ipp]);
}
