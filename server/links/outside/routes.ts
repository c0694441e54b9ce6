// Serves outside calendars to the people whose they are, and their states to administrators.
import { outsideCalendars } from '#contract/links/outside.ts';
import { serve } from '#server/lib/http/serve.ts';
import { deleteOutsideAccount, setOwnAddresses, switchAccount, syncNow } from './change-account.ts';
import { readAllAgain, setReading } from './change-calendar.ts';
import { putBack, setWriting } from './change-writing.ts';
import { insertAccount, signInAgain } from './insert-account.ts';
import { listOutsideAccounts, listOutsideStates, listOutsideTimes } from './store.ts';

export const outsideRoutes = serve(outsideCalendars, {
  getAll: listOutsideAccounts,
  getTimes: listOutsideTimes,
  getStates: listOutsideStates,
  insert: insertAccount,
  signIn: signInAgain,
  setReading,
  setWriting,
  putBack,
  setOwnAddresses,
  switch: switchAccount,
  syncNow,
  readAllAgain,
  delete: deleteOutsideAccount,
});
