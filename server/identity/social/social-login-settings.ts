// The sites that one may sign in with: their client ids, which are no secret.
import type { Config } from '#server/lib/config.ts';

export function socialLoginSettings({ config: { social } }: { config: Config }) {
  return {
    googleClientId: social.google?.clientId,
    linkedInClientId: social.linkedin?.clientId,
    facebookClientId: social.facebook?.clientId,
  };
}
