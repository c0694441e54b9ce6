// The head of a public profile: title, description, Open Graph and schema.org.

import type { Profile } from '#contract/booking/public.ts';
import type { Context } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { imagePath, oneLineSummary, placeOnMap, publicHead } from './public-head.ts';

export function profileHead(
  context: Context,
  address: { locationUrlName: string; userUrlName: string },
  profile: Profile,
): string {
  const { publicUrl, visitor } = context;
  const place = profile.location?.urlName ?? address.locationUrlName;
  const person = profile.calendarUserUrlName || address.userUrlName;
  const url = `${publicUrl}/${encodeURIComponent(place)}/${encodeURIComponent(person)}`;
  const title = [profile.name, profile.profession, profile.location?.name].filter(Boolean).join(' · ');
  const description =
    oneLineSummary(profile.description) ||
    translate(visitor.language, 'page.profileDescription', {
      who: [profile.name, profile.location?.name].filter(Boolean).join(', '),
    });
  const image = profile.userProfilePicture ? `${publicUrl}${imagePath(profile.userProfilePicture, 640)}` : undefined;
  const isIndexed = profile.profileIsPublic;
  return publicHead({
    title,
    description,
    url,
    image,
    type: 'profile',
    isIndexed,
    business: business(profile, url, image),
  });
}

function business(profile: Profile, url: string, image: string | undefined) {
  const { location } = profile;
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    name: `${profile.name}, ${profile.companyName}`,
    url,
    image,
    telephone: profile.phoneNumber || undefined,
    description: profile.description || undefined,
    ...(location && placeOnMap(location)),
    makesOffer: profile.services.map((service) => ({
      '@type': 'Offer',
      price: service.price,
      priceCurrency: 'EUR',
      itemOffered: { '@type': 'Service', name: service.name, description: service.description || undefined },
    })),
    potentialAction: { '@type': 'ReserveAction', target: url },
  };
}
