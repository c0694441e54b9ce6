// Prints the figures of a session of a cash register: X while it is open, Z once it is closed.
import { sql } from 'kysely';
import type { PrintAnswer } from '#contract/devices/print-jobs.ts';
import { sumOfEuros } from '#contract/lib/money.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { TillRegister, TillTotals, tills, ZReport } from '#contract/till/tills.ts';
import { readReceiptSeller } from '#server/company/receipt-details/read-receipt-details.ts';
import { contentKey } from '#server/devices/jobs/content-key.ts';
import { queuePrint } from '#server/devices/jobs/queue-print.ts';
import { dayOnPaper, headOfPaper, timeOnPaper } from '#server/devices/paper/head-of-papers.ts';
import type { PaperValues } from '#server/devices/paper/paper-types.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { findRegister } from '../registers/find-register.ts';
import { readClosings } from '../sessions/read-closings.ts';
import { readTotals } from '../sessions/read-totals.ts';
import { numberIn } from './receipt-values.ts';

/** An X of an hour ago misleads; a Z stays what it is. */
const useful = { minutes: 10 };

type Report = PaperValues<'zReport'>;

/** Throws 404 for registers of others and sessions that are not closed, 409 for an X of a closed register. */
export async function printTotals(
  tx: SignedIn,
  { registerId, sessionId, ...where }: Parsed<typeof tills.printTotals>,
): Promise<PrintAnswer> {
  const register = await findRegister(tx, registerId);
  const { language } = tx.user;
  const head = await headOfPaper(tx.db, { companyId: tx.user.companyId, locationId: register.locationId });
  const { name, registration, vatId } = await readReceiptSeller(tx);
  const report = sessionId === null ? await xOf(tx, register) : await zOf(tx, register, sessionId);
  const now = tx.clock.now();
  return queuePrint(
    tx,
    {
      typeKey: 'zReport',
      values: {
        ...head.values,
        ...{ seller: name === head.values.company ? '' : name, registration, vatId },
        notice: register.mode === 'beside' ? translate(language, 'paper.say.notFiscal') : '',
        register: register.name,
        ...report.values,
        printed: timeOnPaper(now, register.timeZone),
      },
      title: [register.name, report.values.title].join(', '),
      language,
      cause: report.cause,
      locationId: register.locationId,
      expiresAt: now.add(useful),
    },
    { ...where, registerId },
  );
}

async function xOf(tx: SignedIn, { session, timeZone }: TillRegister) {
  if (!session) throw new Refusal(409, 'till.isClosed');
  const { language } = tx.user;
  const values: Report = {
    title: translate(language, 'paper.say.xReport'),
    ...openingOf(session, timeZone),
    ...figuresOf(await readTotals(tx, session.id), language),
  };
  return { values, cause: { kind: 'xReport', key: `${session.id} ${contentKey(values)}` } };
}

async function zOf(tx: SignedIn, { id }: TillRegister, sessionId: string) {
  const [closing] = await readClosings(tx, sql`s.id = ${sessionId} and s.register_id = ${id}`, 1);
  if (!closing) throw notFound();
  const { language } = tx.user;
  const { number, closedAt, closedBy, countedCash, difference, hash, timeZone } = closing;
  const values: Report = {
    title: `${translate(language, 'paper.say.zReport')} ${number}`,
    ...openingOf(closing, timeZone),
    ...timesOf('closed', closedAt, timeZone),
    closedBy,
    ...figuresOf(closing.totals, language),
    ...{ countedCash, difference, hash },
  };
  return { values, cause: { kind: 'zReport', key: sessionId } };
}

function openingOf({ openedAt, openedBy }: Pick<ZReport, 'openedAt' | 'openedBy'>, timeZone: string): Report {
  return { ...timesOf('opened', openedAt, timeZone), openedBy };
}

function timesOf(name: 'opened' | 'closed', at: string | null, timeZone: string): Report {
  if (at === null) return {};
  const instant = Temporal.Instant.from(at);
  return { [`${name}On`]: dayOnPaper(instant, timeZone), [`${name}At`]: timeOnPaper(instant, timeZone) };
}

const kindWords = { service: 'services', product: 'products', discount: 'discounts' } as const;
const moveWords = { in: 'cashIn', out: 'cashOut', drawer: 'drawer' } as const;

function figuresOf(totals: TillTotals, language: string): Report {
  const { firstNumber, lastNumber, moves } = totals;
  return {
    numbers: [...new Set([firstNumber, lastNumber])].filter((number) => number !== null).join('–'),
    sales: String(totals.sales),
    refunds: String(totals.refunds),
    total: totals.amount,
    openingCash: totals.openingCash,
    expectedCash: totals.expectedCash,
    missingNumbers: totals.missingDeviceNumbers.join(', '),
    kinds: totals.kinds.map(({ kind, quantity, amount }) => {
      const name = translate(language, `paper.say.${kindWords[kind]}`);
      return { name: kind === 'discount' ? name : `${name} × ${numberIn(language, quantity)}`, amount };
    }),
    payments: totals.payments.map(({ method, ...amounts }) => ({
      name: translate(language, `receipts.method.${method}`),
      ...amounts,
    })),
    vat: totals.vat.flatMap(({ rate, vat, net }) =>
      rate === null
        ? []
        : [{ name: `${translate(language, 'paper.say.vat')} ${numberIn(language, rate)} %`, amount: vat, net }],
    ),
    // The difference of a closing has a line of its own.
    moves: moves.flatMap(({ kind, amount, reason }) =>
      kind === 'difference'
        ? []
        : [
            {
              name: translate(language, `paper.say.${moveWords[kind]}`),
              amount: kind === 'drawer' ? null : sumOfEuros([amount]),
              reason,
            },
          ],
    ),
  };
}
