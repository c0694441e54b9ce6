// Serves the locations of a company to its administrators.
import { sql } from 'kysely';
import { companyLocations } from '#contract/company/locations.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { assertLocationQuota } from './assert-location-quota.ts';
import { withDerivedFields, withFollowingName } from './derived-fields.ts';
import { moveLocation } from './move-location.ts';
import { settleShifted } from './settle-shifted.ts';
import { shareLocation } from './share-location.ts';
import { locationRows } from './store.ts';
import { whyNotDeletable } from './why-not-deletable.ts';
import { type ZoneOfVisits, zoneBefore } from './zone-of-visits.ts';

export function companyLocationRoutes(zone: ZoneOfVisits) {
  const standard = gridOf(companyLocations, {
    rows: locationRows,
    table: 'locations',
    unique: { locations_url_name_key: 'UrlName', locations_url_name_folded: 'UrlName' },
    async lockForUpdate(context, id, { timeZone }) {
      if (await zoneBefore(context, { id, timeZone })) await zone.lock(context);
    },
    async values(context, { visitsKeep: keeps = null, ...input }, id) {
      if (!id) return withDerivedFields(context, input);
      const values = await withFollowingName(context, input, id);
      const from = await zoneBefore(context, { id, timeZone: input.timeZone });
      if (from && input.timeZone) await zone.correct(context, { locationId: id, from, to: input.timeZone, keeps });
      return values;
    },
    whyNotDeletable: whyNotDeletable,
    assertRoom: assertLocationQuota,
    // While it was deleted, customers were counted without it.
    async afterRestore({ db, user, clock }, id) {
      await sql`select recount_contacts_of(${user.companyId}, ${id}, ${clock.now()})`.execute(db);
    },
  });
  return serve(companyLocations.operations, {
    ...standard,
    updateGeoLocation: moveLocation,
    share: shareLocation,
    getShifted: zone.listShifted,
    settleShifted: (context, input) => settleShifted(context, zone, input),
  });
}
