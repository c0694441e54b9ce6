// Operations of the operator on the people of every company.
import { z } from 'zod';
import { id } from '#contract/lib/fields.ts';
import { post, service } from '#contract/lib/service.ts';

export const systemUsers = service(
  'system/users',
  { about: 'Users of all companies.' },
  {
    impersonate: post({
      summary: 'Starts to impersonate a user, in the named company or their first one; user/StopImpersonating ends it.',
      may: 'sys',
      notWhileImpersonating: true,
      input: z.strictObject({ id, companyId: id.optional() }),
      output: null,
    }),
    markVerified: post({
      summary:
        "Marks the e-mail address of an account as verified, for installations that send no mail. As a first link does, it removes what was set up before and ends the person's sessions.",
      may: 'sys',
      notWhileImpersonating: true,
      input: z.strictObject({ id }),
      output: null,
    }),
  },
);
