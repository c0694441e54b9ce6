// Makes the package behind a ticket: the application of a device and what connects it. It is stored nowhere.
import { sql } from 'kysely';
import type { DeviceKind } from '#contract/devices/devices.ts';
import type { Context } from '#server/lib/context.ts';
import { type ZipEntry, zipOf } from '#server/lib/files/zip.ts';
import { FileAnswer } from '#server/lib/http/answer.ts';
import { hashToken, newToken } from '#server/lib/session/session.ts';
import { applicationOf, type DeviceApplication, sumsOf } from './application-of.ts';

/** How long a ticket can be used (minutes), and the code of a package (hours). */
const lifetimes = { ticket: 10, code: 24 };
/** The folder in the archive. */
const folder = 'daybook-agent';
/** Names that an application cannot have in its package. */
const reserved = new Set(['agent.json', 'journal.json', 'SHA256SUMS']);

interface Ticket {
  deviceId: string;
  kind: DeviceKind;
  name: string;
}

/**
 * Returns undefined for an Id that is no ticket of the caller, for an old one, and for one with a code that was used.
 * Fetched again, a package has another code, and the former one ends.
 */
export async function fetchDevicePackage(context: Context, { id }: { id: string }): Promise<FileAnswer | undefined> {
  const { user, database, clock, publicUrl } = context;
  if (!user) return undefined;
  const now = clock.now();
  const code = newToken();
  const { rows } = await sql<Ticket>`
    update device_packages p set code_hash = ${hashToken(code)}, code_until = ${now.add({ hours: lifetimes.code })}
    from devices d
    where p.id = ${id} and p.user_id = ${user.id} and p.key_hash is null
      and p.created_at > ${now.subtract({ minutes: lifetimes.ticket })}
      and d.company_id = p.company_id and d.id = p.device_id and d.connection = 'agent'
    returning d.id as device_id, d.kind, d.name`.execute(database.write);
  const [ticket] = rows;
  if (!ticket) return undefined;
  const { deviceId, kind, name } = ticket;
  const application = await applicationOf(context, kind);
  const { version, sha256 } = application;
  const settings = {
    ...{ server: publicUrl, device: deviceId, name, kind, code, printer: '' },
    application: { version, sha256 },
  };
  return new FileAnswer(zipOf(entriesOf(application, settings)), 'application/zip', { name: `${name}.zip` });
}

async function* entriesOf({ files }: DeviceApplication, settings: object): AsyncGenerator<ZipEntry> {
  const own = files.filter(({ name }) => !reserved.has(name));
  for (const { name, content } of own) yield { name: `${folder}/${name}`, content };
  yield { name: `${folder}/SHA256SUMS`, content: sumsOf(own) };
  yield { name: `${folder}/agent.json`, content: `${JSON.stringify(settings, null, 2)}\n` };
}
