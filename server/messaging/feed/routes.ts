// The routes of the reminder feed.
import { reminders } from '#contract/messaging/feed.ts';
import { serve } from '#server/lib/http/serve.ts';
import { listReminders, pageOfReminders } from './store.ts';
import { visitReminder, visitReminders } from './visit-reminder.ts';

export const reminderRoutes = serve(reminders, {
  getByCreatedAndUser: ({ db, user }, input) => listReminders(db, user, input),
  getPaginatedByCreatedAndUser: ({ db, user }, input) => pageOfReminders(db, user, input),
  visited: visitReminder,
  allVisited: visitReminders,
});
