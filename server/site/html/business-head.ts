// The head of a business's page: title, description, Open Graph and schema.org.
import type { BusinessPage } from '#contract/booking/business-page.ts';
import { catalogueOf, peopleToBook } from '#contract/booking/catalogue.ts';
import type { Context } from '#server/lib/context.ts';
import { escapeHtml } from '#server/lib/escape.ts';
import { translate } from '#server/lib/i18n.ts';
import { imagePath, oneLineSummary, placeOnMap, publicHead } from './public-head.ts';

/** Days of the week as schema.org names them, Monday first. */
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function businessHead({ publicUrl, visitor }: Context, page: BusinessPage): string {
  const url = `${publicUrl}/${encodeURIComponent(page.location.urlName)}`;
  const title = titleOf(page);
  const description =
    oneLineSummary(page.description) || translate(visitor.language, 'page.profileDescription', { who: title });
  const picture = page.pictures[0] ?? page.people.find((person) => person.picture)?.picture;
  const image = picture ? `${publicUrl}${imagePath(picture, 640)}` : undefined;
  const head = { title, description, url, image, business: business(page, url, image) };
  return publicHead({ ...head, type: 'business.business', isIndexed: true });
}

/**
 * The head of its booking form in a frame of another site. The form tells its height to these origins only; search
 * engines find the page instead.
 */
export function embedHead({ publicUrl }: Context, page: BusinessPage, embedOrigins: readonly string[]): string {
  const url = `${publicUrl}/${encodeURIComponent(page.location.urlName)}`;
  return [
    `<title>${escapeHtml(titleOf(page))}</title>`,
    '<meta name="robots" content="noindex">',
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    `<meta name="daybook-embed-origins" content="${escapeHtml(embedOrigins.join(' '))}">`,
  ].join('');
}

/** The location and its company; one of both where they have the same name. */
function titleOf({ location, companyName }: BusinessPage): string {
  const isSame = location.name.trim().toLowerCase() === companyName.trim().toLowerCase();
  return [location.name, !isSame && companyName].filter(Boolean).join(' · ');
}

function business(page: BusinessPage, url: string, image: string | undefined) {
  const { location } = page;
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': url,
    name: titleOf(page),
    url,
    image,
    telephone: page.phoneNumber || undefined,
    description: page.description || undefined,
    ...placeOnMap(location),
    openingHoursSpecification: page.hours.map(({ weekday, start, end }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: `https://schema.org/${weekdays[weekday - 1]}`,
      opens: start,
      // The last minute of a day that closes at midnight (schema.org has no 24:00).
      closes: end === '24:00' ? '23:59' : end,
    })),
    employee: page.people.map(({ name, profession, urlName }) => ({
      '@type': 'Person',
      name,
      jobTitle: profession || undefined,
      url: `${url}/${encodeURIComponent(urlName)}`,
    })),
    makesOffer: catalogueOf(page, peopleToBook(page)).map((service) => ({
      '@type': 'Offer',
      ...(service.isFrom
        ? { priceSpecification: { '@type': 'PriceSpecification', minPrice: service.price, priceCurrency: 'EUR' } }
        : { price: service.price, priceCurrency: 'EUR' }),
      itemOffered: { '@type': 'Service', name: service.name, description: service.description || undefined },
    })),
    potentialAction: { '@type': 'ReserveAction', target: url },
  };
}
