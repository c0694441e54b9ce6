// Serves the locations of a company to its administrators.
import { sql } from 'kysely';
import { companyLocations } from '#contract/company/locations.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { assertLocationQuota } from './assert-location-quota.ts';
import { withDerivedFields, withFollowingName } from './derived-fields.ts';
import { moveLocation } from './move-location.ts';
import { locationRows } from './store.ts';
import { whyNotDeletable } from './why-not-deletable.ts';

const standard = gridOf(companyLocations, {
  rows: locationRows,
  table: 'locations',
  unique: { locations_url_name_key: 'UrlName', locations_url_name_folded: 'UrlName' },
  values: (context, input, id) => (id ? withFollowingName(context, input, id) : withDerivedFields(context, input)),
  whyNotDeletable: whyNotDeletable,
  assertRoom: assertLocationQuota,
  // While it was deleted, customers were counted without it.
  async afterRestore({ db, user, clock }, id) {
    await sql`select recount_contacts_of(${user.companyId}, ${id}, ${clock.now()})`.execute(db);
  },
});

export const companyLocationRoutes = serve(companyLocations.operations, {
  ...standard,
  updateGeoLocation: moveLocation,
});
