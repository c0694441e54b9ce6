// Queries for the banners to show.
import { sql } from 'kysely';
import { banners } from '#contract/site/banners.ts';
import type { Context } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';

/** The active banners whose period (start included, end excluded) contains now, newest first. */
export function activeBanners(context: Context): Promise<JsonText> {
  const now = context.clock.now();
  return listAsJson(
    context.db,
    banners.getActive.output,
    sql`
      select id, title, description, link,
        case when file_id is null then image_link else '/api/file/DownloadFile?id=' || file_id end as image_url
      from banners where active and period_start <= ${now} and period_end > ${now}
      order by period_start desc, id`,
  );
}
