// The people of every company, for whoever runs the installation.
import { z } from 'zod';
import { id } from '#contract/lib/fields.ts';
import { post, service } from '#contract/lib/service.ts';

export const systemUsers = service('system/users', {
  impersonate: post({
    summary: 'Begins to act as somebody, in the named company or his first one; user/StopImpersonating ends it.',
    may: 'sys',
    notWhileImpersonating: true,
    input: z.strictObject({ id, companyId: id.optional() }),
    output: null,
  }),
});
