// Serves signing in with another site.
import { social } from '#contract/identity/social.ts';
import { serve } from '#server/lib/http/serve.ts';
import { finishSocialSignIn, readSocialLinks, removeSocialLink, socialAuthenticate } from './social.ts';
import { startSocialLink, startSocialRegistration, startSocialSignIn } from './start-social.ts';

export const socialRoutes = serve(social, {
  startSocialSignIn,
  startSocialRegistration,
  startSocialLink,
  getSocialLinks: readSocialLinks,
  removeSocialLink,
  finishSocialSignIn,
  socialAuthenticate: (context, { token }) => socialAuthenticate(context, { token, remembered: false }),
  socialAuthenticateWithRememberMe: (context, { token }) => socialAuthenticate(context, { token, remembered: true }),
});
