// The feed of reminders.
import { reminders } from '#contract/reminders.ts';
import { serve } from '#server/lib/serve.ts';
import { listReminders, pageOfReminders } from './store.ts';
import { visitReminder, visitReminders } from './visit-reminder.ts';

export const reminderRoutes = serve(reminders, {
  getByCreatedAndUser: ({ db, user }, input) => listReminders(db, user, input),
  getPaginatedByCreatedAndUser: ({ db, user }, input) => pageOfReminders(db, user, input),
  visited: visitReminder,
  allVisited: visitReminders,
});
