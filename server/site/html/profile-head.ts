// The head of a public profile: title, description, Open Graph and schema.org.

import type { Profile } from '#contract/booking/public.ts';
import { addressLine, pointOfAddress } from '#contract/directions.ts';
import { images } from '#contract/files.ts';
import type { Context } from '#server/lib/context.ts';
import { escapeHtml, escapeJson } from '#server/lib/escape.ts';
import { translate } from '#server/lib/i18n.ts';

const maxDescription = 200;

export function profileHead(
  context: Context,
  address: { locationUrlName: string; userUrlName: string },
  profile: Profile,
): string {
  const { publicUrl, visitor } = context;
  // The stored spelling of the names, however the visitor wrote them.
  const place = profile.location?.urlName ?? address.locationUrlName;
  const person = profile.calendarUserUrlName || address.userUrlName;
  const url = `${publicUrl}/${encodeURIComponent(place)}/${encodeURIComponent(person)}`;
  const title = [profile.name, profile.profession, profile.location?.name].filter(Boolean).join(' · ');
  const description =
    profile.description.replace(/\s+/g, ' ').slice(0, maxDescription) ||
    translate(visitor.language, 'page.profileDescription', {
      who: [profile.name, profile.location?.name].filter(Boolean).join(', '),
    });
  const image = profile.userProfilePicture ? `${publicUrl}${imagePath(profile.userProfilePicture, 640)}` : undefined;
  const property = (name: string, content: string | undefined) =>
    content ? `<meta property="${name}" content="${escapeHtml(content)}">` : '';
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    profile.profileIsPublic ? '' : '<meta name="robots" content="noindex">',
    property('og:type', 'profile'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    property('og:image', image),
    `<meta name="twitter:card" content="summary">`,
    `<script type="application/ld+json">${escapeJson(business(profile, url, image))}</script>`,
  ].join('');
}

/** The path of a picture cropped to a square. */
export function imagePath(id: string, size: number): string {
  return `/${images.get.path.replace(':id', id).replace(':width', String(size)).replace(':height', String(size))}/`;
}

function business(profile: Profile, url: string, image: string | undefined) {
  const { location } = profile;
  // The point of a town would show searchers a place where no one is.
  const point = location && pointOfAddress(location);
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    name: `${profile.name}, ${profile.companyName}`,
    url,
    image,
    telephone: profile.phoneNumber || undefined,
    description: profile.description || undefined,
    address: location
      ? { '@type': 'PostalAddress', streetAddress: addressLine(location), addressCountry: location.country }
      : undefined,
    geo: point ? { '@type': 'GeoCoordinates', ...point } : undefined,
    makesOffer: profile.services.map((service) => ({
      '@type': 'Offer',
      price: service.price,
      priceCurrency: 'EUR',
      itemOffered: { '@type': 'Service', name: service.name, description: service.description || undefined },
    })),
    potentialAction: { '@type': 'ReserveAction', target: url },
  };
}
