// Feedback of visitors and users (praise, questions, bug reports), read by the operator.
import { z } from 'zod';
import { id, instant } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { feedbackTypes } from './home.ts';

export const systemFeedback = resource('system', 'feedback', {
  about: 'Feedback of visitors and users.',
  rowsKey: 'feedback',
  may: 'sys',
  page: '/app/system/feedback',
  tables: ['feedback'],
  row: z.object({
    id,
    createdAt: instant.meta({ wire: 'Created' }),
    type: z.enum(feedbackTypes),
    /** The beginning of the message. */
    summary: z.string(),
    message: z.string(),
    /** As given by the visitor, or from the account. */
    name: z.string(),
    eMail: z.string(),
    /** The account that was signed in; empty for visitors, whose address is not verified. */
    logIn: z.string(),
  }),
  title: 'summary',
  sort: ['createdAt', 'type', 'name', 'eMail'],
  range: { field: 'createdAt', defaultSpan: { months: 6 } },
  can: ['delete', 'restore', 'clear'],
});
