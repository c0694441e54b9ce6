// Banners of the public home page: shown to everyone, administered by the operator.
import { sql } from 'kysely';
import { banners, systemBanners } from '#contract/site/banners.ts';
import { gridOf, versionOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { publishPicture } from './publish-picture.ts';
import { activeBanners } from './store.ts';
import { storeLinkedPicture } from './store-linked-picture.ts';
import { visitBanner } from './visit-banner.ts';

export const bannerRoutes = serve(banners, {
  getActive: activeBanners,
  visit: visitBanner,
});

const standard = gridOf(systemBanners, {
  rows: ({ db }) =>
    db
      .selectFrom('banners as b')
      .selectAll()
      .select(versionOf('b'))
      .select(
        sql<number>`(select coalesce(sum(v.visits), 0)::int from banner_visits v where v.banner_id = b.id)`.as(
          'visits',
        ),
      ),
  table: 'banners',
  async values(context, given) {
    const now = context.clock.now();
    // Specification, section 9: from now to three days ahead.
    const input = {
      ...given,
      periodStart: given.periodStart ?? now.toString(),
      periodEnd: given.periodEnd ?? now.add({ hours: 72 }).toString(),
    };
    if (input.fileId) await publishPicture(context, input.fileId);
    // Swaps the ends of a reversed period, as ranges do.
    const [periodStart, periodEnd] = [input.periodStart, input.periodEnd].toSorted((one, other) =>
      Temporal.Instant.compare(one, other),
    );
    return { ...input, periodStart, periodEnd };
  },
});

export const systemBannerRoutes = serve(systemBanners.operations, {
  ...standard,
  // Fetches the picture before the transaction: a slow site holds no connection.
  insert: async (context, input) => standard.insert(context, await storeLinkedPicture(context, input)),
  update: async (context, input) => standard.update(context, await storeLinkedPicture(context, input)),
});
