// What visitors and users have told us: praise, questions, faults. Read by the operator.
import { z } from 'zod';
import { id, instant } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { feedbackTypes } from './home.ts';

export const systemFeedback = resource('system', 'feedback', {
  about: 'What visitors and users have told us.',
  rowsKey: 'feedback',
  may: 'sys',
  page: '/app/system/feedback',
  tables: ['feedback'],
  row: z.object({
    id,
    createdAt: instant.meta({ wire: 'Created' }),
    type: z.enum(feedbackTypes),
    /** How the message begins. */
    summary: z.string(),
    message: z.string(),
    /** As the visitor gave them, or of the account. */
    name: z.string(),
    eMail: z.string(),
    /** The account of whoever was signed in; empty for visitors, whose address nobody vouches for. */
    logIn: z.string(),
  }),
  title: 'summary',
  sort: ['createdAt', 'type', 'name', 'eMail'],
  range: { field: 'createdAt', defaultSpan: { months: 6 } },
  can: ['delete', 'restore', 'clear'],
});
