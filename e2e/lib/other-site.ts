// A website of a company on an origin of its own, by https, that shows pages which a test writes.
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { loopbackCertificate } from '#server/testing/servers/loopback-certificate.ts';

export interface OtherSite {
  origin: string;
  /** The body of the page at the root, and at every other path. */
  body: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** `await using site = await openOtherSite()`. Another site than the product, which has the name `localhost`. */
export async function openOtherSite(): Promise<OtherSite> {
  const { cert, key } = loopbackCertificate;
  const server = createServer({ cert, key }, (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Salon</title>${site.body}</html>`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const site: OtherSite = {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    body: '',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return site;
}
