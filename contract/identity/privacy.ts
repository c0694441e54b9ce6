// Consent to the legal texts, and the caller's personal data: download and deletion.
import { z } from 'zod';
import { secret } from '#contract/lib/fields.ts';
import { get, post, postOrGet, service } from '#contract/lib/service.ts';

/** The version that was shown; the newest when omitted. */
const agreement = z.strictObject({ version: z.number().int().min(0).optional() });

export const privacy = service(
  'user',
  { about: 'Consent, data export and deletion of the account.' },
  {
    setTermsAndConditionsAgreed: postOrGet({
      summary:
        "Records the caller's consent to the terms and conditions. 409 when a newer version than the given one exists.",
      may: 'user',
      ownTransactions: true,
      notWhileImpersonating: true,
      input: agreement,
      output: null,
    }),
    setPrivacyPolicyAgreed: postOrGet({
      summary:
        "Records the caller's consent to the privacy policy. 409 when a newer version than the given one exists.",
      may: 'user',
      ownTransactions: true,
      notWhileImpersonating: true,
      input: agreement,
      output: null,
    }),
    checkDownload: get({
      summary:
        'Checks whether the caller may download their data now. 429 and 503 after too many, or while too many run.',
      may: 'user',
      ownTransactions: true,
      notWhileImpersonating: true,
      input: z.strictObject({}),
      output: null,
    }),
    downloadData: get({
      summary:
        'Returns all data stored about the caller: a ZIP file with the records as JSON and the files they uploaded. 429 after five an hour; 429 and 503 while too many downloads run.',
      may: 'user',
      notWhileImpersonating: true,
      answers: 'file',
      input: z.strictObject({}),
      output: null,
    }),
    deleteAccount: post({
      summary: "Deletes the caller's account. 417 for a wrong password, and for the last administrator of a company.",
      may: 'user',
      ownTransactions: true,
      notWhileImpersonating: true,
      input: z.strictObject({
        password: secret.default(''),
        /** The login, typed again. */
        confirmation: z.string().trim().max(254, { error: 'field.long' }),
      }),
      output: null,
    }),
  },
);
