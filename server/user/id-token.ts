// An id token that a client brings by itself (OpenID Connect Core, 3.1.3.7): its issuer, signature, audience and age are checked.
import { createPublicKey, verify } from 'node:crypto';
import { type SocialProvider, socialProviders } from '#contract/social.ts';
import type { Context } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { keepUsed } from './challenge.ts';
import { type Identity, identityOf } from './social-identity.ts';
import { providerConfiguration } from './social-provider.ts';

interface Claims extends Record<string, unknown> {
  iss: string;
  sub: string;
  aud: string | string[];
  exp: number;
  iat: number;
}

/** As a site publishes it (RFC 7517). */
type Key = Record<string, string>;

/** Older ones are not taken, however long they are good for (seconds). */
const oldest = 600;
const clockSkew = 60;

/** 417 for anything but a fresh token, issued to our client id by one of the configured sites, that was not used before. */
export async function readIdToken(context: Context, token: string): Promise<Identity> {
  const [head = '', body = '', signature = '', ...rest] = token.split('.');
  const header = parse<{ alg: string; kid?: string }>(head);
  const claims = parse<Claims>(body);
  if (!header || !claims || rest.length || typeof claims.sub !== 'string') throw refused();
  for (const provider of socialProviders) {
    const setting = context.config.social[provider];
    if (!setting) continue;
    const metadata = await providerConfiguration(context, provider).then(
      (found) => found.serverMetadata(),
      () => undefined,
    );
    if (metadata?.issuer !== claims.iss || !metadata.jwks_uri) continue;
    const keys = await readKeys(metadata.jwks_uri);
    const isSigned = keys.some((key) => isSignedBy(key, header, `${head}.${body}`, signature));
    if (!isSigned || !isForUs(claims, setting.clientId) || !isFresh(context, claims)) throw refused();
    if (!(await keepUsed(context, token, oldest + 2 * clockSkew))) throw refused();
    return identityOf(provider as SocialProvider, claims);
  }
  throw refused();
}

function isForUs({ aud, azp }: Claims, clientId: string): boolean {
  const audiences = [aud].flat();
  return audiences.includes(clientId) && (audiences.length === 1 || azp === clientId);
}

function isFresh(context: Context, { exp, iat }: Claims): boolean {
  const now = context.clock.now().epochMilliseconds / 1000;
  return exp > now - clockSkew && iat <= now + clockSkew && iat > now - oldest;
}

function isSignedBy(key: Key, header: { alg: string; kid?: string }, signed: string, signature: string): boolean {
  if (header.kid !== undefined && key.kid !== header.kid) return false;
  const bytes = [Buffer.from(signed), Buffer.from(signature, 'base64url')] as const;
  try {
    const publicKey = createPublicKey({ key, format: 'jwk' });
    // The algorithm follows from the key: a token cannot choose a weaker one.
    if (header.alg === 'RS256' && key.kty === 'RSA') return verify('sha256', bytes[0], publicKey, bytes[1]);
    if (header.alg === 'ES256' && key.crv === 'P-256') {
      return verify('sha256', bytes[0], { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes[1]);
    }
  } catch {
    // A key of a kind that is not used here.
  }
  return false;
}

async function readKeys(address: string): Promise<Key[]> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  const { keys } = ((await answer?.json().catch(() => undefined)) ?? {}) as { keys?: Key[] };
  return Array.isArray(keys) ? keys : [];
}

function parse<T>(part: string): T | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    // Each part that is used is checked where it is.
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

const refused = () => invalid('Token', 'user.socialFailed');
