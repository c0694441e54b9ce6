// Verifies an id token sent by a client (OpenID Connect Core, 3.1.3.7): issuer, signature, audience and age.
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { socialProviders } from '#contract/identity/social.ts';
import { recordUse } from '#server/identity/second-factor/challenge.ts';
import type { SocialSetting } from '#server/lib/config.ts';
import type { Context } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { type Identity, identityOf } from './social-identity.ts';
import { providerConfiguration } from './social-provider.ts';

/** Maximum age, whatever the token's own expiry (seconds). */
const maxAgeSeconds = 600;
const clockSkew = 60;

/** The library, loaded on first use: most people sign in with a password. */
const jose = () => import('jose');

/** Throws 417 for anything but a fresh, unused token that one of the configured sites issued to this client id. */
export async function readIdToken(context: Context, token: string): Promise<Identity> {
  const issuer = await issuerOf(token);
  for (const provider of socialProviders) {
    const setting = context.config.social[provider];
    if (!setting) continue;
    const metadata = await providerConfiguration(context, provider).then(
      (found) => found.serverMetadata(),
      () => undefined,
    );
    if (metadata?.issuer !== issuer || !metadata.jwks_uri) continue;
    const { jwtVerify } = await jose();
    const { payload } = await jwtVerify(token, await keysOf(setting, metadata.jwks_uri), {
      issuer,
      audience: setting.clientId,
      algorithms: ['RS256', 'ES256'],
      requiredClaims: ['sub', 'exp', 'iat'],
      maxTokenAge: maxAgeSeconds,
      clockTolerance: clockSkew,
      currentDate: new Date(context.clock.now().epochMilliseconds),
    }).catch(() => {
      throw refusal();
    });
    if (!isForUs(payload, setting.clientId)) throw refusal();
    // The signed part only: the same signature can be encoded in several ways.
    const signed = token.slice(0, token.lastIndexOf('.'));
    if (!(await recordUse(context, signed, maxAgeSeconds + 2 * clockSkew))) throw refusal();
    return identityOf(provider, payload);
  }
  throw refusal();
}

function isForUs({ aud, azp }: JWTPayload, clientId: string): boolean {
  return [aud].flat().length === 1 || azp === clientId;
}

const keySets = new WeakMap<SocialSetting, JWTVerifyGetKey>();

/** The site's keys, fetched when an unknown one is used, at most every half minute. */
async function keysOf(setting: SocialSetting, address: string): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet } = await jose();
  const keys = keySets.get(setting) ?? createRemoteJWKSet(new URL(address));
  keySets.set(setting, keys);
  return keys;
}

async function issuerOf(token: string): Promise<string> {
  const { decodeJwt } = await jose();
  try {
    return decodeJwt(token).iss ?? '';
  } catch {
    throw refusal();
  }
}

const refusal = () => invalid('Token', 'user.socialFailed');
