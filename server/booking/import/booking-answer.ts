// Puts the result of an import, or of its preview, into the answer.
import type { BookingImportAnswer } from '#contract/booking/import.ts';
import type { ImportPlan } from './plan-import.ts';

/** Rows with problems in a preview, and values shown for each column. */
const maxPreviewed = 50;
const maxExamples = 3;

/** Of the parts of a visit, the first stands for it. */
export const isFirstPart = ({ position }: { position: number }) => position === 0;

export interface Done {
  clashes: BookingImportAnswer['clashes'];
  customers: number;
  removed: number;
  /** Ids of records: all rows of a dump can stand on one line. */
  removedIds: Set<string>;
}

export function bookingAnswer(plan: ImportPlan, done: Done, readOnly: boolean): BookingImportAnswer {
  const { file, sheets, services, problems } = plan;
  const appointments = plan.appointments.filter(isFirstPart);
  const count = (list: readonly { result: string }[], result: string) =>
    list.filter((one) => one.result === result).length;
  const results = (list: readonly { result: string }[]) => ({
    added: count(list, 'added'),
    changed: count(list, 'changed'),
    unchanged: count(list, 'unchanged'),
    kept: count(list, 'kept'),
  });
  const [first] = sheets;
  const fixed = file.format === 'easyappointments';
  const left = problems.filter(({ isLeftOut }) => isLeftOut);
  const byLine = <T extends { line: number }>(list: readonly T[]) => list.toSorted((a, b) => a.line - b.line);
  return {
    format: file.format,
    ...{ charset: file.charset, charsets: file.charsets, separator: file.separator },
    ...{ sheetNames: file.sheetNames, sheet: file.sheet },
    ...{ headerLine: file.headerLine, firstLines: file.firstLines },
    kind: plan.kind,
    dayOrder: plan.dayOrder,
    columns:
      fixed || !first
        ? []
        : first.sheet.titles.map((title, index) => ({
            title,
            field: first.fields[index] ?? 'skip',
            examples: first.sheet.rows.flatMap(({ cells }) => cells[index]?.slice(0, 200) || []).slice(0, maxExamples),
          })),
    rows: sheets.reduce((sum, { sheet }) => sum + sheet.rows.length, 0),
    timeZone: plan.zone,
    ...{ locationId: plan.locationId, calendarId: plan.calendarId, needsCalendar: plan.needsCalendar },
    repeats: file.repeats,
    remindFrom: plan.remindFrom.toString(),
    until: plan.until.toString(),
    people: plan.people,
    services: plan.serviceMatches,
    doneBy: plan.doneBy,
    counts: {
      services: results(services),
      appointments: { ...results(appointments), removed: done.removed },
      customers: done.customers,
      notComing: plan.notComing.length,
      leftOut: left.length,
      incomplete: problems.length - left.length,
      gone: plan.gone.length,
      clashes: done.clashes.filter(({ isOutside }) => !isOutside).length,
      outside: done.clashes.filter(({ isOutside }) => isOutside).length,
    },
    problems: byLine(problems)
      .slice(0, readOnly ? maxPreviewed : undefined)
      .map(({ cells, ...one }) => ({ ...one, cells: cells.map((cell) => cell.slice(0, 500)) })),
    clashes: byLine(done.clashes).slice(0, readOnly ? maxPreviewed : undefined),
    report: readOnly
      ? []
      : byLine([
          ...services.map(({ line, name, result }) => ({ line, kind: 'services' as const, result, name })),
          ...appointments.map(({ row: { line, customer }, title, result }) => ({
            ...{ line, kind: 'appointments' as const, result, name: customer?.name || title },
          })),
          ...plan.notComing.map(({ line, name }) => ({
            ...{ line, name, kind: 'appointments' as const, result: 'notComing' as const },
          })),
          ...plan.cancelled
            .filter(({ recordId }) => done.removedIds.has(recordId))
            .map(({ line, name }) => ({
              ...{ line, name, kind: 'appointments' as const, result: 'removed' as const },
            })),
          ...left.map(({ line, cells }) => ({
            ...{ line, kind: plan.kind, result: 'leftOut' as const, name: cells.find(Boolean)?.slice(0, 100) ?? '' },
          })),
        ]),
  };
}
