// The public home page: plans, the search for people to book, feedback.
import { home } from '#contract/site/home.ts';
import { isRegistrationOpen } from '#server/identity/sign-up/may-register.ts';
import { serve } from '#server/lib/http/serve.ts';
import { saveFeedback } from '#server/site/feedback/save-feedback.ts';
import { searchByGeoLocation, searchByWords } from './search.ts';
import { plans } from './store.ts';

export const homeRoutes = serve(home, {
  getPlanDetails: plans,
  getRegistration: async ({ db }) => ({ isOpen: await isRegistrationOpen(db) }),
  search: searchByWords,
  searchByGeoLocation,
  feedback: saveFeedback,
});
