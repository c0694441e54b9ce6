// Whether customers agree to advertising by e-mail and SMS. Records are only added: the newest of a channel counts.
import { z } from 'zod';
import { id, instant, note } from '#contract/lib/fields.ts';
import { post, service } from '#contract/lib/service.ts';

export const consentChannels = ['email', 'sms'] as const;
export type ConsentChannel = (typeof consentChannels)[number];

/** How the business learnt of it: while booking, by an employee, by an import, by a link in a message. */
export const consentSources = ['booking', 'staff', 'import', 'link'] as const;

/** Whether the company claims a consent, which counts without proof. */
export const isClaimed = ({ source }: { source: (typeof consentSources)[number] }) =>
  source === 'staff' || source === 'import';

/** One time that a customer gave or withdrew their consent. */
export const consent = z.object({
  id,
  channel: z.enum(consentChannels),
  isGiven: z.boolean(),
  source: z.enum(consentSources),
  /** The employee who recorded it; empty when the customer did. */
  person: z.string(),
  /** The text that the customer saw or heard. */
  shownText: z.string(),
  createdAt: instant.meta({ wire: 'Created' }),
  /**
   * Since when it counts; null until a link proves the customer's address. A consent of the source `staff` or `import`
   * is claimed: it counts at once, without proof.
   */
  provedAt: instant.nullable(),
});
export type Consent = z.output<typeof consent>;

export const consents = service(
  'company/consents',
  { about: 'Consent of customers to advertising.' },
  {
    insert: post({
      summary: 'Records that a customer has given or withdrawn their consent, as an employee learnt it.',
      may: 'user',
      input: z.strictObject({
        contactId: id,
        channel: z.enum(consentChannels),
        isGiven: z.boolean(),
        shownText: note(2000).default(''),
      }),
      output: consent,
    }),
  },
);
