// Serves consent and personal data.
import { privacy } from '#contract/identity/privacy.ts';
import { serve } from '#server/lib/http/serve.ts';
import { agree } from './agree.ts';
import { type BeforeDeletion, deleteAccount } from './delete-account.ts';
import { checkDownload, downloadData } from './download-data.ts';

export const privacyRoutes = ({ beforeDeletion }: { beforeDeletion: BeforeDeletion }) =>
  serve(privacy, {
    setTermsAndConditionsAgreed: (context, { version }) =>
      agree(context, context.user.id, 'terms', version).then(() => undefined),
    setPrivacyPolicyAgreed: (context, { version }) =>
      agree(context, context.user.id, 'privacy', version).then(() => undefined),
    checkDownload,
    downloadData,
    deleteAccount: (context, input) => deleteAccount(context, input, beforeDeletion),
  });
