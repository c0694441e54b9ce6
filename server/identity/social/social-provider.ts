// The configurations of the other sites, discovered once.
import type { Configuration } from 'openid-client';
import type { SocialProvider } from '#contract/identity/social.ts';
import type { Context } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

/**
 * The capabilities of each site. LinkedIn omits the nonce in its tokens and rejects a code challenge beside a client
 * secret: there, the state, the cookie and the secret have to suffice.
 */
export const capabilities: Record<SocialProvider, { scope: string; hasNonce: boolean; hasPkce: boolean }> = {
  google: { scope: 'openid email profile', hasNonce: true, hasPkce: true },
  linkedin: { scope: 'openid email profile', hasNonce: false, hasPkce: false },
  facebook: { scope: 'openid email public_profile', hasNonce: true, hasPkce: true },
};

/** Facebook's discovery document lacks the token endpoint. */
const facebookTokens = 'https://graph.facebook.com/v23.0/oauth/access_token';

/** The library, loaded on first use: most people sign in with a password. */
export const openIdClient = () => import('openid-client');

const configurations = new WeakMap<object, Promise<Configuration>>();

/** Throws 404 for a site that is not configured. Caches the configuration; retries after a failure. */
export function providerConfiguration(context: Context, provider: SocialProvider): Promise<Configuration> {
  const setting = context.config.social[provider];
  if (!setting) throw notFound();
  const found = configurations.get(setting) ?? discover(setting);
  configurations.set(setting, found);
  found.catch(() => configurations.delete(setting));
  return found;
}

async function discover(setting: { clientId: string; clientSecret: string; issuer: string }) {
  const oidc = await openIdClient();
  const issuer = new URL(setting.issuer);
  const found = await oidc.discovery(
    issuer,
    setting.clientId,
    { client_secret: setting.clientSecret },
    oidc.ClientSecretPost(setting.clientSecret),
    // Plain http is for a provider on this machine.
    { execute: /^(localhost|127\.0\.0\.1)$/.test(issuer.hostname) ? [oidc.allowInsecureRequests] : [], timeout: 10 },
  );
  if (found.serverMetadata().token_endpoint || issuer.hostname !== 'www.facebook.com') return found;
  return new oidc.Configuration(
    // Copies the metadata without the function that the library adds.
    { ...JSON.parse(JSON.stringify(found.serverMetadata())), token_endpoint: facebookTokens },
    setting.clientId,
    { client_secret: setting.clientSecret },
    oidc.ClientSecretPost(setting.clientSecret),
  );
}

/** The address to which the site redirects the browser. */
export function callbackAddress(context: Context, provider: SocialProvider): string {
  return `${context.publicUrl}/api/user/social/${provider}/callback`;
}
