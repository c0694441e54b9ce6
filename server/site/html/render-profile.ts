// Renders the light first drawing of a profile for readers and search engines, before any script; the live page
// replaces it.
import type { Profile } from '#contract/booking/public.ts';
import { isInHeadingLetters } from '#contract/lib/heading-letters.ts';
import { euroFormat } from '#contract/lib/money.ts';
import { escapeHtml } from '#server/lib/escape.ts';
import { localeOf, translate } from '#server/lib/i18n.ts';
import { imagePath } from './public-head.ts';
import { renderFrame } from './render-frame.ts';

export function renderProfileHtml(language: string, profile: Profile): string {
  const line = (text: string | undefined, tag = 'p') => (text ? `<${tag}>${escapeHtml(text)}</${tag}>` : '');
  const heading = (text: string) =>
    isInHeadingLetters(text) ? line(text, 'h1') : `<h1 data-face="plain">${escapeHtml(text)}</h1>`;
  const picture = profile.userProfilePicture
    ? `<img src="${imagePath(profile.userProfilePicture, 200)}" width="112" height="112" alt="" fetchpriority="high">`
    : '';
  const price = euroFormat(localeOf(language));
  const services = profile.services
    .map(
      (service) =>
        `<li>${escapeHtml(service.name)} · ${service.minutes} min · ${escapeHtml(price.format(service.price))}</li>`,
    )
    .join('');
  const content = [
    '<div class="first-head">',
    picture,
    '<div>',
    heading(profile.name),
    line([profile.profession, profile.companyName].filter(Boolean).join(' · ')),
    line([profile.location?.name, profile.location?.address].filter(Boolean).join(', ')),
    line(profile.phoneNumber),
    '</div></div>',
    line(profile.description),
    services && `<h2>${escapeHtml(translate(language, 'profile.services'))}</h2><ul>${services}</ul>`,
  ];
  return renderFrame('first-profile', content.join(''));
}
