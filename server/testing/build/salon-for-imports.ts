// A salon of two people into which tests import files.
import { bookingImports } from '#contract/booking/import.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { sendFile } from '#server/testing/clients/upload.ts';
import { testApp } from '#server/testing/test-app.ts';

type Choices = Record<string, string | readonly string[]>;

export async function salonForImports({ now = '2026-11-02T08:00:00Z' } = {}) {
  const app = await testApp({ now });
  const { company, location, employee } = await buildBusiness(app, {
    ...{ actions: ['admin'], firstName: 'Anna', lastName: 'Ozola' },
  });
  const colleague = await buildEmployee(app, location, { firstName: 'Boris', lastName: 'Kalns' });
  await app.database.write.updateTable('companies').set({ country: 'Latvia' }).execute();
  const headers = await signIn(app, employee);
  const send = (kind: 'preview' | 'run', content: string | Buffer, choices: Choices = {}, name = 'export.csv') => {
    const operation = bookingImports[kind];
    const query = new URLSearchParams(
      Object.entries(choices).flatMap(([key, value]) => [value].flat().map((one) => [key, one as string])),
    );
    const path = query.size ? `${operation.path}?${query}` : operation.path;
    return sendFile(app, { ...operation, path }, { name, bytes: Buffer.from(content as string) }, headers);
  };
  const { read } = app.database;
  return Object.assign(app, {
    ...{ company, location, employee, colleague, headers },
    preview: async (content: string | Buffer, choices?: Choices) => (await send('preview', content, choices)).answer,
    run: async (content: string | Buffer, choices?: Choices, name?: string) =>
      (await send('run', content, choices, name)).answer,
    send,
    /** Appointments by their start: time, person, customer or title, service, lane. */
    async appointments() {
      const rows = await read
        .selectFrom('appointments')
        .select(['startAt', 'endAt', 'calendarId', 'name', 'title', 'serviceName', 'lane', 'price', 'type', 'source'])
        .where('isShown', '=', true)
        .orderBy('startAt')
        .orderBy('calendarId')
        .orderBy('lane')
        .execute();
      return rows.map((row) => ({
        ...row,
        startAt: row.startAt as Temporal.Instant,
        endAt: row.endAt as Temporal.Instant,
        serviceName: row.serviceName ?? '',
        price: row.price ?? 0,
        person: row.calendarId === employee.calendarId ? 'Anna' : 'Boris',
      }));
    },
  });
}
