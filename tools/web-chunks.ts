// Joins modules into files of the build: on a phone, forty small requests cost more than their bytes. Each group takes
// the modules that match and all they need; a module belongs to the first group that takes it.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const web = join(import.meta.dirname, '../web');

interface Chunk {
  name: string;
  test: RegExp | ((id: string) => boolean);
  priority: number;
  /** Only modules that at least this many pages and dialogs use. */
  minShareCount?: number;
}

/** The code of every public page. */
const core = [
  /node_modules\/(react|react-dom|scheduler|clsx|i18next|react-i18next|use-sync-external-store|@tanstack\/[\w-]+)\//,
  /@mantine\/core\/esm\/(core|utils\/InlineInput)\//,
  /@mantine\/core\/esm\/components\/(ActionIcon|Button|CloseButton|Loader|Skeleton|Transition|UnstyledButton)\//,
  /@mantine\/hooks\/esm\/(utils|use-(callback-ref|debounced-callback|did-update|id|isomorphic-effect|media-query|merged-ref|reduced-motion|uncontrolled))\b/,
  /@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)/,
  /\/contract\/(lib\/|(directions|files|places|booking\/public|identity\/sign-in|site\/(application|home))\.ts)/,
  // Not main.tsx, which waits for the pages while it runs: they must not import its file.
  /\/web\/(routes|shell\/public-shell)\.tsx$/,
  /\/web\/(theme\.ts|tokens\.ts|map\/((map-options|distance)\.ts|place-map\.tsx|small-map\.tsx))$/,
  /\/web\/lib\/[^/]+$/,
  /\/web\/lib\/client\/(?!current-user|menu)/,
  /\/web\/lib\/forms\/(drafts|field-rules|form-keys)/,
  /\/web\/lib\/ui\/(colour-scheme|dialog\/(ask\.ts|plain-header|use-)|html-frame|phone-link|toast\/|when-near)/,
  /\/web\/lib\/ui\/page\/(page|section|try-again|use-title|wordmark)/,
  /\/web\/lib\/ui\/picture\/(picture-url|portrait|social-site)/,
  /\/web\/identity\/privacy\/cookie-bar/,
  /\/web\/site\/home\/(?!banner|plan|below)/,
  /\/web\/lib\/ui\/time\/month-grid\.module\.css$/,
  /\/web\/shell\/(language-chooser|public-|scheme-toggle)/,
];
/** Parts of these that only some pages use. */
const notCore = /TransWithoutContext|Trans\.js|[iI]nfiniteQuer|useBlocker|Block\.js/;

const start = /\/web\/(index\.html|start\.ts)$|preload-helper/;

const publicPages =
  'shell/public-*,site/{home,legal-texts}/*,booking/public/**/*,identity/{entry,sign-in,sign-up,social,second-factor,captcha,passwords,privacy}/*,map/*';

/** True for an icon, a module of its own, that a public page names. */
function publicIcons(): (id: string) => boolean {
  const paths = globSync(`{${publicPages}}.tsx`, { cwd: web });
  const texts = paths.map((path) => readFileSync(join(web, path), 'utf8'));
  const names = new Set(texts.flatMap((text) => text.match(/\bIcon[A-Z]\w*/g) ?? []));
  return (id) => /@tabler\/icons-react/.test(id) && names.has(basename(id, '.mjs'));
}

/** The groups, for `codeSplitting` of the bundler. */
export function chunks(): Chunk[] {
  const isPublicIcon = publicIcons();
  const isCore = (id: string) => core.some((pattern) => pattern.test(id)) && !notCore.test(id);
  const groups: Omit<Chunk, 'priority'>[] = [
    // The first script of every page and what loads all others, with the styles of every public page.
    {
      name: 'start',
      test: (id) => start.test(id) || (id.endsWith('.css') && isCore(id)),
    },
    { name: 'core', test: (id) => isCore(id) || isPublicIcon(id) },
    // The fields of public forms, and the month that visitors and employees choose a day in.
    {
      name: 'forms',
      test: /\/web\/lib\/(forms\/(?!form-dialog|use-unsaved)|ui\/time\/month)|@mantine\/form|components\/(Alert|Checkbox|PasswordInput|TextInput)\//,
    },
    { name: 'booking', test: /\/web\/booking\/public\//, minShareCount: 2 },
    {
      name: 'sign-in',
      test: /\/web\/identity\/(entry|sign-in|sign-up|social|second-factor\/passkey-button)/,
      minShareCount: 3,
    },
    // With what the calendar and the views of the team share: a file of their own would be one more request.
    {
      name: 'app',
      test: /@tabler\/icons-react|components\/Chip\/|\/web\/(app-start\.ts|lib\/ui\/(dialog\/dialog\.tsx|form\/remote-combobox|page\/columns)|messaging\/reminders\/|devices\/printing\/(use-print|print-button|follow-paper|late-papers|waiting-papers)|booking\/calendar\/side\/print-|lib\/forms\/(form-dialog|use-unsaved)|booking\/calendar\/(events\/(move-event|status-keys)|grid\/(event-content|use-restored-focus))\.tsx?$)/,
    },
    // Dialogs of lists and of the calendar have the same fields, among them those of days and times. Styles that
    // several pages share are with them.
    {
      name: 'lists',
      test: /@mantine\/dates|components\/(Autocomplete|MultiSelect)\/|\/web\/(lib\/(grid|editor|ui\/time\/(day|time)-field)|(company\/details\/company-details|places\/location-picker|identity\/grants\/[\w-]+)\.module|company\/details\/company-fields|customers\/contacts\/same-address)/,
    },
    // Parts of several pages of a company: its people, their rights, places. Not its details, which are one file then.
    {
      name: 'company',
      test: /\/web\/(identity\/grants\/(rights-tabs|switch-list)|company\/(people\/(remove-actions|invite-dialog)|locations\/place-input)|places\/location-picker)/,
    },
    // The styles of the calendar with those of its grid; its code needs the application, the grid does not.
    {
      name: 'calendar',
      test: /fullcalendar|\/full-calendar\.(tsx|css)$|\/web\/(booking\/calendar\/(?!team\/)|lib\/ui\/dialog\/bottom-sheet).*\.css$/,
    },
  ];
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }));
}
