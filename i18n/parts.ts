// Splits the language files by area. Areas not listed here are for every page.

/** Used only by the server: e-mails, page heads, answers. */
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
  'campaignMail',
  'paper',
  'paperTray',
  'doctor',
];

/** Used only under /app, and loaded with its shell. */
export const appAreas: readonly string[] = [
  'app',
  'timeout',
  'security',
  'calendar',
  'campaigns',
  'customers',
  'dashboard',
  'picker',
  'company',
  'menu',
  'file',
  'grid',
  'list',
  'reminders',
  'reports',
  'requests',
  'myAccount',
  'staffFeeds',
  'outside',
  'otherCalendars',
  'sharing',
  'invoiceDocument',
  'payment',
  'printing',
  'receipts',
  'till',
  'chart',
  'reportPage',
  'incomes',
  'receiptDetails',
  'seller',
  'hours',
  'keys',
  'employee',
  'shifts',
  'leaving',
  'privacy',
  'doctorPage',
];

export type MessagesPart = 'public' | 'app';

/** Returns one part of a complete language file. */
export function pickPart(messages: Record<string, unknown>, part: MessagesPart): Record<string, unknown> {
  const isWanted = (area: string) =>
    appAreas.includes(area) ? part === 'app' : part === 'public' && !serverAreas.includes(area);
  return Object.fromEntries(Object.entries(messages).filter(([area]) => isWanted(area)));
}
