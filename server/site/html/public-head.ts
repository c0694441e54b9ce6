// The head of a public page: title, description, Open Graph and schema.org.
import { addressLine, pointOfAddress } from '#contract/directions.ts';
import { images } from '#contract/files.ts';
import { escapeHtml, escapeJson } from '#server/lib/escape.ts';

const maxDescription = 200;

interface PublicHead {
  title: string;
  description: string;
  /** In the stored spelling of the names, however the visitor wrote them. */
  url: string;
  image: string | undefined;
  /** Of Open Graph. */
  type: 'profile' | 'business.business';
  /** Whether search engines show it. */
  isIndexed: boolean;
  /** Of schema.org. */
  business: object;
}

export function publicHead({ title, description, url, image, type, isIndexed, business }: PublicHead): string {
  const property = (name: string, content: string | undefined) =>
    content ? `<meta property="${name}" content="${escapeHtml(content)}">` : '';
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    isIndexed ? '' : '<meta name="robots" content="noindex">',
    property('og:type', type),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    property('og:image', image),
    `<meta name="twitter:card" content="summary">`,
    `<script type="application/ld+json">${escapeJson(business)}</script>`,
  ].join('');
}

/** The beginning of a text in one line. */
export const oneLineSummary = (text: string): string => text.replace(/\s+/g, ' ').slice(0, maxDescription);

/** The path of a picture cropped to a square. */
export function imagePath(id: string, size: number): string {
  return `/${images.get.path.replace(':id', id).replace(':width', String(size)).replace(':height', String(size))}/`;
}

/** The postal address and the point of a place, as schema.org names them. */
export function placeOnMap(
  location: Parameters<typeof addressLine>[0] & Parameters<typeof pointOfAddress>[0] & { country: string },
) {
  // The point of a town would show searchers a place where no one is.
  const point = pointOfAddress(location);
  return {
    address: { '@type': 'PostalAddress', streetAddress: addressLine(location), addressCountry: location.country },
    geo: point ? { '@type': 'GeoCoordinates', ...point } : undefined,
  };
}
