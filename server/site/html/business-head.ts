// The head of a business's page: title, description, Open Graph and schema.org.
import type { BusinessPage } from '#contract/booking/business-page.ts';
import { catalogueOf, peopleToBook } from '#contract/booking/catalogue.ts';
import { addressLine, pointOfAddress } from '#contract/directions.ts';
import type { Context } from '#server/lib/context.ts';
import { escapeHtml, escapeJson } from '#server/lib/escape.ts';
import { translate } from '#server/lib/i18n.ts';
import { imagePath } from './profile-head.ts';

const maxDescription = 200;

/** Days of the week as schema.org names them, Monday first. */
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function businessHead({ publicUrl, visitor }: Context, page: BusinessPage): string {
  // The stored spelling of the name, however the visitor wrote it.
  const url = `${publicUrl}/${encodeURIComponent(page.location.urlName)}`;
  const title = titleOf(page);
  const description =
    page.description.replace(/\s+/g, ' ').slice(0, maxDescription) ||
    translate(visitor.language, 'page.profileDescription', { who: title });
  const picture = page.pictures[0] ?? page.people.find((person) => person.picture)?.picture;
  const image = picture ? `${publicUrl}${imagePath(picture, 640)}` : undefined;
  const property = (name: string, content: string | undefined) =>
    content ? `<meta property="${name}" content="${escapeHtml(content)}">` : '';
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    property('og:type', 'business.business'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    property('og:image', image),
    `<meta name="twitter:card" content="summary">`,
    `<script type="application/ld+json">${escapeJson(business(page, url, image))}</script>`,
  ].join('');
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
  // The point of a town would show searchers a place where no one is.
  const point = pointOfAddress(location);
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': url,
    name: titleOf(page),
    url,
    image,
    telephone: page.phoneNumber || undefined,
    description: page.description || undefined,
    address: { '@type': 'PostalAddress', streetAddress: addressLine(location), addressCountry: location.country },
    geo: point ? { '@type': 'GeoCoordinates', ...point } : undefined,
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
