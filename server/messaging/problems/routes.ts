// The lists of messages that did not arrive, for companies and for the operator.
import { companyProblems, systemProblems } from '#contract/messaging/problems.ts';
import { transaction } from '#server/db/transaction.ts';
import { companyNames } from '#server/lib/grid/company-names.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { readAttempts } from '#server/messaging/outbox/read-attempts.ts';
import type { WhenSent } from '#server/messaging/outbox/when-sent.ts';
import { allowAddresses, giveUp, markArrived, sendAgain } from './settle-problems.ts';
import { companyProblemRows, countKept, countProblems, isDelayed, problemRows } from './store.ts';

/**
 * Operations of the company area already run in their company's transaction. `whenSent` records what a person knows.
 */
export const companyProblemRoutes = (whenSent: WhenSent) =>
  serve(companyProblems.operations, {
    ...gridOf(companyProblems, { rows: companyProblemRows, limitsToCompany: true }),
    sendAgain,
    giveUp,
    markArrived: (context, ids) => markArrived(context, ids, whenSent),
    allowAddresses,
    getAttempts: readAttempts,
    count: (context) => countProblems(context, context.user.companyId),
    getDelay: async (context) => ({ isDelayed: await isDelayed(context), kept: await countKept(context) }),
  });

export const systemProblemRoutes = (whenSent: WhenSent) =>
  serve(systemProblems.operations, {
    ...gridOf(systemProblems, { rows: problemRows, lookups: { company: companyNames } }),
    sendAgain: (context, ids) => transaction(context, (tx) => sendAgain(tx, ids)),
    giveUp: (context, ids) => transaction(context, (tx) => giveUp(tx, ids)),
    markArrived: (context, ids) => transaction(context, (tx) => markArrived(tx, ids, whenSent)),
    allowAddresses: (context, ids) => transaction(context, (tx) => allowAddresses(tx, ids)),
    getAttempts: readAttempts,
    count: (context) => countProblems(context, undefined),
  });
