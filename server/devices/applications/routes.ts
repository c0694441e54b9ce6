// Serves the versions of the applications that run beside devices to the operator.
import { sql } from 'kysely';
import { systemCashRegisterApplications, systemListingApplications } from '#contract/devices/applications.ts';
import type { DeviceKind } from '#contract/devices/devices.ts';
import type { Resource } from '#contract/lib/resource.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { assertUploaded } from '#server/devices/assert-uploaded.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { gridOf, type InputOf, type Store, versionOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { invalid } from '#server/lib/refusal.ts';

type ApplicationInput = typeof systemListingApplications extends Resource<infer D> ? InputOf<D> : never;

function applications(kind: DeviceKind): Store<ApplicationInput> {
  return {
    rows: () => sql<object>`
      select a.id, a.version as application_version, a.description, a.file_id, f.display_name as file_name, a.created_at,
        ${versionOf('a')}
      from device_applications a join files f on f.id = a.file_id where a.kind = ${kind}`,
    table: 'deviceApplications',
    async values(context, { applicationVersion, description, fileId }, id) {
      if (!fileId && !id) throw invalid('FileUploads_Id', 'file.none');
      if (fileId && fileId !== (id && (await fileOf(context, id)))) {
        await assertUploaded(context, fileId, 'application');
      }
      return {
        version: applicationVersion,
        description,
        ...(fileId && { fileId }),
        ...(!id && { kind, createdAt: context.clock.now() }),
      };
    },
    whyNotDeletable,
    unique: { device_applications_version: 'Version' },
  };
}

export const listingApplicationRoutes = serve(
  systemListingApplications.operations,
  gridOf(systemListingApplications, applications('printer')),
);
export const cashRegisterApplicationRoutes = serve(
  systemCashRegisterApplications.operations,
  gridOf(systemCashRegisterApplications, applications('register')),
);

async function fileOf({ db }: SignedIn, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ fileId: string }>`select file_id from device_applications where id = ${id}`.execute(db);
  return rows[0]?.fileId;
}

async function whyNotDeletable({ db }: SignedIn, id: string): Promise<MessageKey | undefined> {
  const { rows } = await sql`
    select from device_applications a join device_states s on s.version = a.version
      join devices d on d.id = s.device_id and d.kind = a.kind
    where a.id = ${id} limit 1`.execute(db);
  return rows.length > 0 ? 'list.listingapplications.isUsed' : undefined;
}
