// The invitations that a company has sent and that are not accepted yet.
import { z } from 'zod';
import { id, instant } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { post } from '#contract/lib/service.ts';

const page = '/app/company/employees/invitations';

export const companyInvitations = resource('company', 'invitations', {
  about: 'Invitations to work for the company that are not accepted yet.',
  rowsKey: 'invitations',
  may: 'admin',
  page,
  // An accepted invitation adds an employee.
  tables: ['employees'],
  title: 'eMail',
  sort: ['createdAt', 'eMail', 'expiresAt'],
  row: z.object({
    id,
    eMail: z.string().meta({ wire: 'EMail' }),
    /** `unsent`: of a restored company, whose people were not mailed. */
    state: z.enum(['waiting', 'expired', 'unsent']),
    /** The names of the locations where the person will work. */
    locations: z.array(z.string()),
    /** The names of the actions that the person will have. */
    actions: z.array(z.string()),
    createdAt: instant.meta({ wire: 'Created' }),
    expiresAt: instant.meta({ wire: 'Expires' }),
  }),
  more: {
    sendAgain: post({
      summary: 'Mails a new link with the same locations and rights; the earlier link becomes invalid.',
      may: 'admin',
      ownTransactions: true,
      page,
      input: z.strictObject({ id }),
      output: null,
    }),
    withdraw: post({
      summary: 'Makes the link of an invitation invalid and removes it from the list.',
      may: 'admin',
      page,
      input: z.strictObject({ id }),
      output: null,
    }),
  },
});
