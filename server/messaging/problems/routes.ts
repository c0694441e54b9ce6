// The lists of messages that did not arrive, for companies and for the operator.
import { companyProblems, systemProblems } from '#contract/messaging/problems.ts';
import { transaction } from '#server/db/transaction.ts';
import { companyNames } from '#server/lib/grid/company-names.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { readAttempts } from '#server/messaging/outbox/read-attempts.ts';
import { allowAddresses, giveUp, markArrived, sendAgain } from './settle-problems.ts';
import { companyProblemRows, countProblems, problemRows } from './store.ts';

/** Operations of the company area already run in their company's transaction. */
const verbs = { sendAgain, giveUp, markArrived, allowAddresses };

export const companyProblemRoutes = serve(companyProblems.operations, {
  ...gridOf(companyProblems, { rows: companyProblemRows, limitsToCompany: true }),
  ...verbs,
  getAttempts: readAttempts,
  count: (context) => countProblems(context, context.user.companyId),
});

export const systemProblemRoutes = serve(systemProblems.operations, {
  ...gridOf(systemProblems, { rows: problemRows, lookups: { company: companyNames } }),
  sendAgain: (context, ids) => transaction(context, (tx) => sendAgain(tx, ids)),
  giveUp: (context, ids) => transaction(context, (tx) => giveUp(tx, ids)),
  markArrived: (context, ids) => transaction(context, (tx) => markArrived(tx, ids)),
  allowAddresses: (context, ids) => transaction(context, (tx) => allowAddresses(tx, ids)),
  getAttempts: readAttempts,
  count: (context) => countProblems(context, undefined),
});
