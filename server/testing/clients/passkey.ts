// A software passkey: signs like a browser's, for tests that unlock and sign in without a browser.
import { createHash, generateKeyPairSync, randomBytes, randomUUIDv7, sign } from 'node:crypto';
import type { TestApp } from '#server/testing/test-app.ts';

/** Adds a passkey to a user; returns a function that signs the server's challenge like a device. */
export async function buildPasskey(app: TestApp, userId: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  await app.database.write
    .insertInto('passkeys')
    .values({
      id: randomUUIDv7(),
      userId,
      credentialId,
      // COSE: a map of the key type, the algorithm, the curve and its point.
      publicKey: Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]),
      counter: 0,
      name: 'Test',
      createdAt: app.clock.now(),
    })
    .execute();
  const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
  return (challenge: unknown): Record<string, unknown> => {
    const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: app.publicUrl }));
    // The host's hash; flags: user present and verified; counter 0.
    const about = Buffer.concat([sha256(new URL(app.publicUrl).hostname), Buffer.from('0500000000', 'hex')]);
    const id = credentialId.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: about.toString('base64url'),
        signature: sign('sha256', Buffer.concat([about, sha256(clientData)]), privateKey).toString('base64url'),
      },
    };
  };
}
