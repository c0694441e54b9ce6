// The way back from another site: a page address, not a call, so it ends by leading the browser somewhere.
import type { FastifyInstance } from 'fastify';
import * as oidc from 'openid-client';
import { type SocialOutcome, type SocialProvider, socialProviders } from '#contract/identity/social.ts';
import { signInLimits } from '#server/identity/passwords/sign-in-limits.ts';
import { keepChallenge, takeChallenge } from '#server/identity/second-factor/challenge.ts';
import { asksForCode } from '#server/identity/second-factor/check-code.ts';
import { actOnLink } from '#server/identity/sign-in/act-on-link.ts';
import { enter } from '#server/identity/sign-in/enter.ts';
import type { Context, House } from '#server/lib/context.ts';
import { contextOf } from '#server/lib/http/serve.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { newToken, readSession } from '#server/lib/session/session.ts';
import { keepPendingIdentity } from './pending-identity.ts';
import { accountFor } from './social-account.ts';
import { readSocialCookie } from './social-cookie.ts';
import { connect, type Identity, identityOf } from './social-identity.ts';
import { callbackAddress, providerConfiguration } from './social-provider.ts';
import type { Journey } from './start-social.ts';

interface Travelled extends Journey {
  site: SocialProvider;
}

export async function socialCallback(server: FastifyInstance, { house }: { house: House }): Promise<void> {
  server.get<{ Params: { provider: string } }>('/api/user/social/:provider/callback', async (request, reply) => {
    const provider = socialProviders.find((one) => one === request.params.provider.toLowerCase());
    const context = contextOf(house, request, reply);
    const address = provider ? await arrive(context, provider, request.url) : '/static/404';
    return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, 303);
  });
}

/** Where the browser goes on; whatever went wrong, it is told in the page and not here. */
async function arrive(context: Context, provider: SocialProvider, url: string): Promise<string> {
  let journey: Travelled = { site: provider };
  try {
    await throttle(context, signInLimits(context, '').address);
    const here = new URL(url, context.publicUrl);
    const state = here.searchParams.get('state') ?? '';
    const travel = await takeChallenge(context, state, `social ${provider}`);
    const browser = readSocialCookie(context);
    // Whoever set out must be the one who arrives: else somebody could be signed in as another without noticing.
    if (!travel || browser === undefined || browser !== travel.content.browser) return entryPage(journey, 'failed');
    // We wrote it as one.
    journey = { ...(travel.content as Journey), site: provider };
    // Either is there when it was sent.
    const { nonce, verifier } = travel.content as { nonce?: string; verifier?: string };
    const identity = await identify(context, provider, here, {
      expectedState: state,
      ...(nonce && { expectedNonce: nonce }),
      ...(verifier && { pkceCodeVerifier: verifier }),
    });
    if (travel.userId) {
      return securityPage(provider, identity ? await link(context, identity, travel.userId) : 'failed');
    }
    return identity ? await comeIn(context, identity, journey) : entryPage(journey, 'failed');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return entryPage(journey, error.code === 'user.noCompany' ? 'nowhere' : 'failed');
  }
}

async function comeIn(context: Context, identity: Identity, journey: Travelled): Promise<string> {
  const account = await accountFor(context, identity, journey);
  if (account === 'known' || account === 'unknown') await keepPendingIdentity(context, identity);
  if (typeof account === 'string') return entryPage(journey, account);
  const { isRemembered = false, to, actionHash } = journey;
  const proved = { userId: account.id, logIn: account.logIn, remembered: isRemembered };
  if (await asksForCode(context.db, account.id)) {
    const ticket = newToken();
    const content = { ...proved, actionHash };
    await keepChallenge(context, { value: ticket, purpose: 'social code', userId: account.id, content });
    return `/user/login?${new URLSearchParams({ ticket, ...(to && { to }) })}`;
  }
  const { place, refusal } = actionHash ? await actOnLink(context, actionHash, account.id) : {};
  await enter(context, { ...proved, place }, `Signed in by ${identity.provider}`);
  // There he reads why he could not join.
  if (refusal) return `/user/invite/${actionHash}`;
  return ownAddress(context, to ?? '') ?? '/app/home';
}

async function identify(
  context: Context,
  provider: SocialProvider,
  here: URL,
  checks: oidc.AuthorizationCodeGrantChecks,
): Promise<Identity | undefined> {
  try {
    const configuration = await providerConfiguration(context, provider);
    const current = new URL(callbackAddress(context, provider));
    current.search = here.search;
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

/** An address of ours as a browser reads it, which knows backslashes, tabs and double slashes that lead elsewhere. */
function ownAddress(context: Context, to: string): string | undefined {
  const url = to.startsWith('/') ? URL.parse(to, context.publicUrl) : null;
  if (url?.origin !== new URL(context.publicUrl).origin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}

/** The page from which he set out; an account that is there already is signed in to. */
function entryPage({ site, registration, actionHash, to }: Travelled, social: SocialOutcome): string {
  if (registration && social !== 'known') {
    return `/user/register?${new URLSearchParams({ planNumber: String(registration.plan), social, site })}`;
  }
  if (actionHash) return `/user/login/${actionHash}?${new URLSearchParams({ social, site })}`;
  return `/user/login?${new URLSearchParams({ social, site, ...(to && { to }) })}`;
}

const securityPage = (site: SocialProvider, social: SocialOutcome) =>
  `/app/user/my-account?${new URLSearchParams({ social, site })}#sites`;
