// The banners of the demo's home page.
import { randomUUIDv7 } from 'node:crypto';
import type { ServiceContext } from '#server/lib/context.ts';
import { bannerSize as size } from './picture-sizes.ts';
import { storeDemoPicture } from './store-picture.ts';

const banners = [
  {
    picture: 'banner-salon',
    title: 'A new cut before the weekend',
    description: 'Marta and Elīna still have times this week, in Alberta iela and in the Old Town.',
    link: '/rita-gaisma-alberta/marta-ozola',
  },
  {
    picture: 'banner-practice',
    title: 'Your back will thank you',
    description: 'First visits at Rückenwind in Berlin, early mornings included.',
    link: '/rueckenwind-prenzlauer-berg/jonas-weber',
  },
  {
    picture: 'banner-workshop',
    title: 'Ready for the long way home',
    description: 'A full service at Laneway Cycle Works, back in your hands the same day.',
    link: '/laneway-fitzroy/priya-raman',
  },
];

/** Adds three banners, shown from today for a quarter of a year. */
export async function addBanners(context: ServiceContext): Promise<void> {
  const today = context.clock.now().toZonedDateTimeISO('UTC').startOfDay();
  for (const { picture, ...banner } of banners) {
    await context.db
      .insertInto('banners')
      .values({
        ...banner,
        id: randomUUIDv7(),
        fileId: await storeDemoPicture(context, null, picture, size),
        periodStart: today.toInstant(),
        periodEnd: today.add({ months: 3 }).toInstant(),
        active: true,
      })
      .execute();
  }
}
