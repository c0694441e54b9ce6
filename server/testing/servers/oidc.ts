// A real OpenID Connect provider on this machine, for tests that sign in with another site.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import * as oidc from 'openid-client';
import { socialProviders } from '#contract/identity/social.ts';

export interface OpenProvider {
  issuer: string;
  /** The claims about the person who signs in there; a test may change them. */
  person: { email: string; email_verified: boolean; given_name: string; family_name: string };
  /** Settings that make it Google. */
  env: Record<string, string>;
  /** Settings that make it another site, such as `LINKEDIN`. */
  envFor(name: string): Record<string, string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** `await using provider = await openProvider(eMail)`; `site` returns Daybook's address, called at each sign-in. */
export async function openProvider(eMail: string, site = () => 'http://localhost:3000'): Promise<OpenProvider> {
  const person = { email: eMail, email_verified: true, given_name: 'Anna', family_name: 'Berg' };
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  let answer: ReturnType<Provider['callback']> | undefined;
  server.on('request', (request, response) => {
    answer ??= open().callback();
    void answer(request, response);
  });
  const secret = 'a secret of daybook';
  const open = () =>
    new Provider(issuer, {
      clients: [
        {
          client_id: 'daybook',
          client_secret: secret,
          redirect_uris: socialProviders.map((name) => `${site()}/api/user/social/${name}/callback`),
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [{ ...key, kid: 'one', alg: 'RS256', use: 'sig' }] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      conformIdTokenClaims: false,
      // Optional, as for a client with a secret; the test checks that we use PKCE.
      pkce: { required: () => false },
      // The typed name is the account.
      findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...person, sub: id }) }),
      cookies: { keys: ['of a test'] },
      // Seconds; without them the library warns about each.
      ttl: { AccessToken: 600, Grant: 600, IdToken: 3600, Interaction: 600, Session: 600 },
      features: { devInteractions: { enabled: true } },
    });
  const envFor = (name: string) => ({
    [`${name}_CLIENT_ID`]: 'daybook',
    [`${name}_CLIENT_SECRET`]: secret,
    [`${name}_ISSUER`]: issuer,
  });
  return {
    issuer,
    person,
    env: envFor('GOOGLE'),
    envFor,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Visits the provider like a browser, consents to everything, and returns the address of Daybook that it redirects to.
 */
export async function visitProvider(url: string): Promise<string> {
  const jar = new Map<string, string>();
  let next = url;
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 15; step++) {
    const answer = await fetch(next, {
      method: body ? 'POST' : 'GET',
      body,
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      jar.set(name, value);
    }
    body = undefined;
    const location = answer.headers.get('location');
    if (location) {
      next = new URL(location, next).href;
      if (next.startsWith('http://localhost:3000/')) return next;
      continue;
    }
    const page = await answer.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    assert.ok(prompt, page.replace(/<style[\s\S]*<\/style>/, '').slice(0, 1500));
    next = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? '', next).href;
    body = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: 'anna-at-google', password: 'x' }) });
  }
  return assert.fail('the provider does not lead back');
}

/** An id token as a mobile app of ours would get one. */
export async function idTokenOf({ issuer, env }: OpenProvider): Promise<string> {
  const [client, secret] = [env.GOOGLE_CLIENT_ID ?? '', env.GOOGLE_CLIENT_SECRET ?? ''];
  const configuration = await oidc.discovery(new URL(issuer), client, secret, oidc.ClientSecretPost(secret), {
    execute: [oidc.allowInsecureRequests],
  });
  const [pkceCodeVerifier, expectedState] = [oidc.randomPKCECodeVerifier(), oidc.randomState()];
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: 'http://localhost:3000/api/user/social/google/callback',
    scope: 'openid email profile',
    state: expectedState,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const back = new URL(await visitProvider(url.href));
  return (await oidc.authorizationCodeGrant(configuration, back, { pkceCodeVerifier, expectedState })).id_token ?? '';
}
