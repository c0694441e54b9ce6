// The public client ids of the sites that users can sign in with.
import type { Config } from '#server/lib/config.ts';

export function socialLoginSettings({ config: { social } }: { config: Config }) {
  return {
    googleClientId: social.google?.clientId,
    linkedInClientId: social.linkedin?.clientId,
    facebookClientId: social.facebook?.clientId,
  };
}
