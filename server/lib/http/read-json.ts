// Reads bodies of JSON within bounds that are checked before the parser sees them: deep nesting and many values cost
// the event loop far more than their bytes.
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#server/lib/refusal.ts';

/** How many arrays and objects may stand within each other; the deepest input of the contract has six. */
export const maxDepth = 20;
/** Values of a body, those within others included; the largest input of the contract has 7,000. */
export const maxValues = 10_000;

/** How long the refusal of a body waits (ms): a client that repeats it without rests leaves the processor to others. */
const pause = 200;

/** Replaces Fastify's reader of JSON on this server. Bodies beyond the bounds are refused with 413, after a pause. */
export function readJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (isWithinBounds(body)) return parse(request, body.toString(), done);
    setTimeout(done, pause, new Refusal(413, 'error.tooNested'));
  });
}

const [quote, backslash, comma, openArray, closeArray, openObject, closeObject] = Buffer.from('"\\,[]{}');

/** Counts brackets and commas outside of strings, in one pass; broken JSON is the parser's to refuse. */
export function isWithinBounds(json: Uint8Array): boolean {
  let depth = 0;
  let values = 1;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) isText = !isText;
    else if (isText) {
      if (byte === backslash) at++;
    } else if (byte === openArray || byte === openObject) {
      depth++;
      values++;
    } else if (byte === closeArray || byte === closeObject) depth--;
    else if (byte === comma) values++;
    if (depth > maxDepth || values > maxValues) return false;
  }
  return true;
}
