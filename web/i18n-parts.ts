// Which areas of the language files travel where; what is not named here is for every page.

/** Said by the server only: mails, page heads, answers. */
export const serverAreas: readonly string[] = [
  'mail',
  'keptMail',
  'page',
  'image',
  'job',
  'geolocation',
  'account',
  'appsettings',
  'reminderText',
  'templates',
  'mailTest',
  'mailAbout',
  'smsText',
];

/** Said only under /app, and loaded with its shell. */
export const appAreas: readonly string[] = [
  'app',
  'timeout',
  'security',
  'calendar',
  'dashboard',
  'picker',
  'company',
  'menu',
  'file',
  'grid',
  'list',
  'reminders',
  'myAccount',
  'hours',
  'privacy',
];

export type MessagesPart = 'public' | 'app';

/** The words of one part, of a whole language file. */
export function pickPart(messages: Record<string, unknown>, part: MessagesPart): Record<string, unknown> {
  const isWanted = (area: string) =>
    appAreas.includes(area) ? part === 'app' : part === 'public' && !serverAreas.includes(area);
  return Object.fromEntries(Object.entries(messages).filter(([area]) => isWanted(area)));
}
