// Serves outside calendars to the people whose they are, and their states to administrators.
import { outsideCalendars } from '#contract/links/outside.ts';
import { serve } from '#server/lib/http/serve.ts';
import {
  deleteOutsideAccount,
  setOwnAddresses,
  switchAccount,
  syncNow,
} from '#server/links/outside/account/change-account.ts';
import { readAllAgain, setReading } from '#server/links/outside/account/change-calendar.ts';
import { insertAccount, signInAgain } from '#server/links/outside/account/insert-account.ts';
import { putBack, setWriting } from '#server/links/outside/write/change-writing.ts';
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
