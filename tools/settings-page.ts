// Renders docs/settings.md from the settings that server/config.ts declares.
import '#server/config.ts';
import { describedSettings } from '#server/lib/settings/setting.ts';

/** Every setting as Markdown, in the order of the alphabet. */
export function settingsPage(): string {
  const rows = describedSettings
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, about, fallback }) => `| \`${name}\` | ${fallback} | ${about} |`);
  return `# Settings

All settings are environment variables. An invalid value stops the start with a line that gives the reason. \`npm run make:settings\` writes this page from \`server/config.ts\`.

| Name | Default | Meaning |
| --- | --- | --- |
${rows.join('\n')}
`;
}
