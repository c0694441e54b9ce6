// Renders the light first drawing of a business's page for readers and search engines, before any script; the live page
// replaces it.
import type { BusinessPage } from '#contract/booking/business-page.ts';
import { catalogueOf, peopleToBook } from '#contract/booking/catalogue.ts';
import { addressLine } from '#contract/directions.ts';
import { isInHeadingLetters } from '#contract/lib/heading-letters.ts';
import { euroFormat } from '#contract/lib/money.ts';
import { escapeHtml } from '#server/lib/escape.ts';
import { localeOf, translate } from '#server/lib/i18n.ts';
import { renderFrame } from './render-frame.ts';

export function renderBusinessHtml(language: string, page: BusinessPage): string {
  const line = (text: string | undefined, tag = 'p') => (text ? `<${tag}>${escapeHtml(text)}</${tag}>` : '');
  const heading = (text: string) =>
    isInHeadingLetters(text) ? line(text, 'h1') : `<h1 data-face="plain">${escapeHtml(text)}</h1>`;
  const price = euroFormat(localeOf(language));
  const services = catalogueOf(page, peopleToBook(page)).map((service) => {
    const amount = price.format(service.price);
    const shown = service.isFrom ? translate(language, 'home.from', { price: amount }) : amount;
    return `<li>${escapeHtml([service.name, `${service.minutes} min`, shown].join(' · '))}</li>`;
  });
  const people = page.people.map(({ name, profession, urlName }) => {
    const path = `/${encodeURIComponent(page.location.urlName)}/${encodeURIComponent(urlName)}`;
    return `<li><a href="${escapeHtml(path)}">${escapeHtml(name)}</a> ${escapeHtml(profession)}</li>`;
  });
  const list = (title: 'business.people' | 'profile.services', items: readonly string[]) =>
    items.length > 0 ? `<h2>${escapeHtml(translate(language, title))}</h2><ul>${items.join('')}</ul>` : '';
  return renderFrame(
    'first-profile',
    [
      '<div class="first-head"><div>',
      heading(page.location.name),
      line(page.companyName === page.location.name ? '' : page.companyName),
      line(addressLine(page.location)),
      line(page.phoneNumber),
      '</div></div>',
      line(page.description),
      list('profile.services', services),
      list('business.people', people),
    ].join(''),
  );
}
