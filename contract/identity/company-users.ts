// Operations on the people of the current company.
import { z } from 'zod';
import { eMail, id, text } from '#contract/lib/fields.ts';
import { post, service } from '#contract/lib/service.ts';

export const companyUsers = service(
  'company/users',
  { about: 'Employees of the company.' },
  {
    impersonate: post({
      summary: 'Starts to impersonate an employee of the company; user/StopImpersonating ends it.',
      may: 'admin',
      ownTransactions: true,
      notWhileImpersonating: true,
      input: z.strictObject({ id }),
      output: null,
    }),
    invite: post({
      summary:
        'Invites a person by mail to work for the company, at the given locations or at the current one, with the given actions. They take effect when the person accepts. A repeated call sends a new link. 403 for actions that the caller may not grant, and for `sys`; a person who acts as another gives roles only.',
      may: 'admin',
      ownTransactions: true,
      input: z.strictObject({
        eMail,
        locationIds: z.array(id).max(100).optional(),
        actions: z.array(text(100)).max(50).default([]),
      }),
      output: null,
    }),
  },
);
