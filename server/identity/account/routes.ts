// Serves the caller's own account and push subscriptions.
import { account, push } from '#contract/identity/account.ts';
import { serve } from '#server/lib/http/serve.ts';
import { listSubscriptions, removeSubscription } from '#server/messaging/push/own-subscriptions.ts';
import { pushKey } from '#server/messaging/push/push-key.ts';
import { savePushToken } from '#server/messaging/push/save-push-token.ts';
import { leaveCompany } from './leave-company.ts';
import { addProfilePicture, currentPicture, removeProfilePicture, setPicture } from './set-picture.ts';
import { setReminderLeads } from './set-reminder-leads.ts';
import { setCalendarPublic, setProfilePublic, setPushNotifications } from './set-state.ts';
import { readOwnAccount } from './store.ts';
import { updateAccount } from './update-account.ts';

export const accountRoutes = serve(account, {
  getAccount: readOwnAccount,
  setCurrent: updateAccount,
  getCurrentPicture: currentPicture,
  setCurrentPicture: setPicture,
  addProfilePicture,
  removeProfilePicture,
  setProfilePublicState: setProfilePublic,
  setCalendarPublicState: setCalendarPublic,
  setReminderLeads,
  setPushNotificationsState: setPushNotifications,
  leave: leaveCompany,
  leaveCompany,
});

export const pushRoutes = serve(push, {
  getKey: async (context) => ({ value: (await pushKey(context)).publicKey }),
  setToken: savePushToken,
  getSubscriptions: listSubscriptions,
  removeSubscription,
});
