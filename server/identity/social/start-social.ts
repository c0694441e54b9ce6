// Redirects to another site: with state, nonce and PKCE, and a cookie, so that only the same browser can return.
import type { SocialProvider } from '#contract/identity/social.ts';
import { reauthenticate } from '#server/identity/passwords/reauthenticate.ts';
import { addressLimit } from '#server/identity/passwords/sign-in-limits.ts';
import { assertAddressVerified } from '#server/identity/person/confirm-address.ts';
import { storeChallenge } from '#server/identity/second-factor/challenge.ts';
import { assertNoWebAddress } from '#server/identity/sign-up/company-name.ts';
import { mayRegister } from '#server/identity/sign-up/may-register.ts';
import type { Context, SignedIn } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { newToken } from '#server/lib/session/session.ts';
import { setSocialCookie } from './social-cookie.ts';
import { callbackAddress, capabilities, openIdClient, providerConfiguration } from './social-provider.ts';

/** The data stored until the browser returns. */
export interface Journey {
  isRemembered?: boolean;
  to?: string | undefined;
  actionHash?: string | undefined;
  /** The company to create for a user without an account. */
  registration?: { plan: number; companyName?: string | undefined; timeZone?: string | undefined };
}

export async function startSocialSignIn(
  context: Context,
  { provider, ...journey }: Journey & { provider: SocialProvider },
): Promise<{ url: string }> {
  await throttle(context, addressLimit(context));
  return redirectToProvider(context, provider, journey);
}

export async function startSocialRegistration(
  context: Context,
  { provider, ...registration }: NonNullable<Journey['registration']> & { provider: SocialProvider },
): Promise<{ url: string }> {
  await mayRegister(context, registration.plan);
  assertNoWebAddress('CompanyName', registration.companyName);
  return redirectToProvider(context, provider, { registration });
}

/** Throws 417 for a wrong password, and while the address is not verified. */
export async function startSocialLink(
  context: SignedIn,
  input: { provider: SocialProvider; password?: string | undefined },
): Promise<{ url: string }> {
  await assertAddressVerified(context, 'Password');
  await reauthenticate(context, input.password);
  return redirectToProvider(context, input.provider, {}, context.user.id);
}

async function redirectToProvider(
  context: Context,
  provider: SocialProvider,
  journey: Journey,
  userId?: string,
): Promise<{ url: string }> {
  const configuration = await providerConfiguration(context, provider).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    context.log.warn({ err: error, provider }, 'a site to sign in with does not answer');
    throw new Refusal(503, 'user.socialAway', { retryAfter: 30 });
  });
  const oidc = await openIdClient();
  const { scope, hasNonce, hasPkce } = capabilities[provider];
  const [state, browser] = [newToken(), newToken()];
  const nonce = hasNonce ? newToken() : undefined;
  const verifier = hasPkce ? oidc.randomPKCECodeVerifier() : undefined;
  await storeChallenge(context, {
    value: state,
    purpose: `social ${provider}`,
    userId,
    content: { ...journey, nonce, verifier, browser },
  });
  setSocialCookie(context, browser);
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackAddress(context, provider),
    scope,
    state,
    ...(nonce && { nonce }),
    ...(verifier && {
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  });
  return { url: url.href };
}
