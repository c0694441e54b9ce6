// Serves the visits of customers.
import { visits } from '#contract/booking/visits.ts';
import { serve } from '#server/lib/http/serve.ts';
import { changeStatus } from './change-status.ts';
import { createAnyVisit } from './create-any-visit.ts';
import { createVisit } from './create-visit.ts';
import { findCustomers } from './find-customers.ts';
import { listMessages } from './list-messages.ts';
import { listOfContact } from './list-of-contact.ts';
import { listRequests } from './list-requests.ts';
import { listServices } from './list-services.ts';
import { listWalkIns } from './list-walk-ins.ts';
import { readVisit } from './read-visit.ts';
import { updateVisit } from './update-visit.ts';
import { countComing, listComing, settleComing } from './visits-of-leaving-employee.ts';

export const visitRoutes = serve(visits, {
  getVisit: (context, { id }) => readVisit(context, id),
  insertVisit: (context, input) => (input.anyPerson ? createAnyVisit(context, input) : createVisit(context, input)),
  updateVisit: updateVisit,
  getServices: listServices,
  getWalkIns: listWalkIns,
  findCustomers,
  changeStatus,
  getOfContact: listOfContact,
  getMessages: listMessages,
  getComing: listComing,
  countComing,
  settleComing,
  getRequests: listRequests,
});
