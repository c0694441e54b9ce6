// Serves the visits of customers.
import { visits } from '#contract/booking/visits.ts';
import { serve } from '#server/lib/http/serve.ts';
import { changeStatus } from './change-status.ts';
import { listOfContact } from './list-of-contact.ts';
import { listRequests } from './list-requests.ts';
import { readVisit } from './read-visit.ts';

export const visitRoutes = serve(visits, {
  getVisit: (context, { id }) => readVisit(context, id),
  changeStatus,
  getOfContact: listOfContact,
  getRequests: listRequests,
});
