// The callback from another site: a page address, not an API operation, so it ends with a redirect.
import type { FastifyInstance } from 'fastify';
import type { AuthorizationCodeGrantChecks } from 'openid-client';
import { type SocialOutcome, type SocialProvider, socialProviders } from '#contract/identity/social.ts';
import { addressLimit } from '#server/identity/passwords/sign-in-limits.ts';
import { consumeChallenge, storeChallenge } from '#server/identity/second-factor/challenge.ts';
import { needsCode } from '#server/identity/second-factor/check-code.ts';
import { completeSignIn } from '#server/identity/sessions/complete-sign-in.ts';
import { followActionLink } from '#server/identity/sign-up/follow-action-link.ts';
import type { Context, Services } from '#server/lib/context.ts';
import { contextOf } from '#server/lib/http/serve.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { newToken, readSession } from '#server/lib/session/session.ts';
import { storePendingIdentity } from './pending-identity.ts';
import { accountFor } from './social-account.ts';
import { readSocialCookie } from './social-cookie.ts';
import { connect, type Identity, identityOf } from './social-identity.ts';
import { callbackAddress, openIdClient, providerConfiguration } from './social-provider.ts';
import type { Journey } from './start-social.ts';

interface StoredJourney extends Journey {
  site: SocialProvider;
}

export async function socialCallback(server: FastifyInstance, { services }: { services: Services }): Promise<void> {
  server.get<{ Params: { provider: string } }>('/api/user/social/:provider/callback', async (request, reply) => {
    const provider = socialProviders.find((one) => one === request.params.provider.toLowerCase());
    const context = contextOf(services, request, reply);
    const address = provider ? await handleCallback(context, provider, request.url) : '/static/404';
    return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, 303);
  });
}

/** Returns the address to redirect to; the page there reports any error. */
async function handleCallback(context: Context, provider: SocialProvider, url: string): Promise<string> {
  let journey: StoredJourney = { site: provider };
  try {
    await throttle(context, addressLimit(context));
    const callbackUrl = new URL(url, context.publicUrl);
    const state = callbackUrl.searchParams.get('state') ?? '';
    const challenge = await consumeChallenge(context, state, `social ${provider}`);
    const browser = readSocialCookie(context);
    // Only the browser that started may finish: otherwise a person could be signed in as another without noticing.
    if (!challenge || browser === undefined || browser !== challenge.content.browser)
      return entryPage(journey, 'failed');
    // Stored as a Journey.
    journey = { ...(challenge.content as Journey), site: provider };
    // Each is present if it was sent.
    const { nonce, verifier } = challenge.content as { nonce?: string; verifier?: string };
    const identity = await identify(context, provider, callbackUrl, {
      expectedState: state,
      ...(nonce && { expectedNonce: nonce }),
      ...(verifier && { pkceCodeVerifier: verifier }),
    });
    if (challenge.userId) {
      return securityPage(provider, identity ? await link(context, identity, challenge.userId) : 'failed');
    }
    return identity ? await signInWithIdentity(context, identity, journey) : entryPage(journey, 'failed');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return entryPage(journey, error.code === 'user.noCompany' ? 'nowhere' : 'failed');
  }
}

async function signInWithIdentity(context: Context, identity: Identity, journey: StoredJourney): Promise<string> {
  const account = await accountFor(context, identity, journey);
  if (account === 'known' || account === 'unknown') await storePendingIdentity(context, identity);
  if (typeof account === 'string') return entryPage(journey, account);
  const { isRemembered = false, to, actionHash } = journey;
  const proof = { userId: account.id, logIn: account.logIn, remembered: isRemembered };
  if (await needsCode(context.db, account.id)) {
    const ticket = newToken();
    const content = { ...proof, actionHash };
    await storeChallenge(context, { value: ticket, purpose: 'social code', userId: account.id, content });
    return `/user/login?${new URLSearchParams({ ticket, ...(to && { to }) })}`;
  }
  const { place, refusal } = actionHash ? await followActionLink(context, actionHash, account.id) : {};
  await completeSignIn(context, { ...proof, place }, `Signed in by ${identity.provider}`);
  // That page explains why the user could not join.
  if (refusal) return `/user/invite/${actionHash}`;
  return ownAddress(context, to ?? '') ?? '/app/home';
}

async function identify(
  context: Context,
  provider: SocialProvider,
  callbackUrl: URL,
  checks: AuthorizationCodeGrantChecks,
): Promise<Identity | undefined> {
  try {
    const configuration = await providerConfiguration(context, provider);
    const current = new URL(callbackAddress(context, provider));
    current.search = callbackUrl.search;
    const oidc = await openIdClient();
    const tokens = await oidc.authorizationCodeGrant(configuration, current, { ...checks, idTokenExpected: true });
    const claims = tokens.claims();
    return claims && identityOf(provider, claims);
  } catch (error) {
    context.log.info({ err: error, provider }, 'signing in with another site failed');
    return undefined;
  }
}

async function link(context: Context, identity: Identity, userId: string): Promise<SocialOutcome> {
  const user = await readSession(context, true);
  if (user?.id !== userId || user.locked) return 'failed';
  return (await connect({ ...context, user }, identity, { id: user.id, logIn: user.logIn })) ? 'connected' : 'taken';
}

/** Parses a path of this site like a browser: backslashes, tabs and double slashes can lead to another site. */
function ownAddress(context: Context, to: string): string | undefined {
  const url = to.startsWith('/') ? URL.parse(to, context.publicUrl) : null;
  if (url?.origin !== new URL(context.publicUrl).origin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}

/** The page that started the sign-in; a registration with an existing account continues at the sign-in page. */
function entryPage({ site, registration, actionHash, to }: StoredJourney, social: SocialOutcome): string {
  if (registration && social !== 'known') {
    return `/user/register?${new URLSearchParams({ planNumber: String(registration.plan), social, site })}`;
  }
  if (actionHash) return `/user/login/${actionHash}?${new URLSearchParams({ social, site })}`;
  return `/user/login?${new URLSearchParams({ social, site, ...(to && { to }) })}`;
}

const securityPage = (site: SocialProvider, social: SocialOutcome) =>
  `/app/user/my-account?${new URLSearchParams({ social, site })}#sites`;
