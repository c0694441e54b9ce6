// Renders the light first drawing of the home page: a description and people to book, visible before any script.
import type { SearchHit } from '#contract/site/home.ts';
import { escapeHtml } from '#server/lib/escape.ts';
import { translate } from '#server/lib/i18n.ts';
import { renderFrame } from './render-frame.ts';

export function renderHomeHtml(language: string, people: readonly SearchHit[]): string {
  const items = people.map(({ userProfile: person, location }) => {
    const address = `/${encodeURIComponent(location.urlName)}/${encodeURIComponent(person.urlName)}`;
    const words = [person.profession, location.name, location.address].filter(Boolean).join(', ');
    return `<li><a href="${escapeHtml(address)}">${escapeHtml(person.name)}</a><br>${escapeHtml(words)}</li>`;
  });
  return renderFrame(
    'first-home',
    `<h1>${escapeHtml(translate(language, 'home.title'))}</h1><p>${escapeHtml(translate(language, 'home.lead'))}</p>` +
      `<ul>${items.join('')}</ul>`,
  );
}
