// What a person agrees to, and what is kept about him: his own to fetch and to have deleted.
import { z } from 'zod';
import { secret } from '#contract/lib/fields.ts';
import { get, post, postOrGet, service } from '#contract/lib/service.ts';

/** Which version was shown; without it, the newest counts. */
const agreement = z.strictObject({ version: z.number().int().min(0).optional() });

export const privacy = service('user', {
  setTermsAndConditionsAgreed: postOrGet({
    summary: 'The caller agrees to the terms and conditions; 409 when a newer version exists than the one he names.',
    may: 'user',
    notWhileImpersonating: true,
    input: agreement,
    output: null,
  }),
  setPrivacyPolicyAgreed: postOrGet({
    summary: 'The caller accepts the privacy policy; 409 when a newer version exists than the one he names.',
    may: 'user',
    notWhileImpersonating: true,
    input: agreement,
    output: null,
  }),
  checkDownload: get({
    summary: 'Whether the caller may download his data now; 429 when he has done so too often.',
    may: 'user',
    notWhileImpersonating: true,
    input: z.strictObject({}),
    output: null,
  }),
  downloadData: get({
    summary:
      'All that is kept about the caller: a ZIP file with the records as JSON and the files he has sent up; 429 after five an hour.',
    may: 'user',
    notWhileImpersonating: true,
    answers: 'file',
    input: z.strictObject({}),
    output: null,
  }),
  deleteAccount: post({
    summary:
      'Deletes the account of the caller; 417 for a wrong password, and for the last administrator of a company.',
    may: 'user',
    notWhileImpersonating: true,
    input: z.strictObject({
      password: secret.default(''),
      /** The login, typed once more. */
      confirmation: z.string().trim().max(254, { error: 'field.long' }),
    }),
    output: null,
  }),
});
