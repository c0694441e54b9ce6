// Which modules the build puts into one file: on a phone, forty small requests cost more than their bytes. Each group
// takes the modules that match and all they need; a module belongs to the first group that takes it.
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
  /\/contract\/(lib\/|(files|places|booking\/public|identity\/sign-in|site\/(application|home))\.ts)/,
  // Not main.tsx, which waits for the pages while it runs: they must not import its file.
  /\/web\/(routes|shell\/public-shell)\.tsx$/,
  /\/web\/(theme\.ts|tokens\.ts|map\/(map-options\.ts|place-map\.tsx|small-map\.tsx))$/,
  /\/web\/lib\/[^/]+$/,
  /\/web\/lib\/client\/(?!current-user|menu)/,
  /\/web\/lib\/forms\/(drafts|field-rules|form-keys)/,
  /\/web\/lib\/ui\/(ask\.ts|colour-scheme|html-frame|page|plain-header|portrait|section|social-site|toast|try-again|use-|when-near|wordmark)/,
  /\/web\/identity\/privacy\/cookie-bar/,
  /\/web\/site\/home\/(?!banners|plans).*\.module\.css$/,
  /\/web\/shell\/(language-chooser|public-|scheme-toggle)/,
];
/** Parts of these that only some pages use. */
const notCore = /TransWithoutContext|Trans\.js|[iI]nfiniteQuer|useBlocker|Block\.js/;

const publicPages =
  'shell/public-*,site/{home,legal-texts}/*,booking/public/*,identity/{sign-in,sign-up,social,second-factor,captcha,passwords,privacy}/*,map/*';

/** True for an icon, a module of its own, that a public page names. */
function publicIcons(): (id: string) => boolean {
  const paths = globSync(`{${publicPages}}.tsx`, { cwd: web });
  const texts = paths.map((path) => readFileSync(join(web, path), 'utf8'));
  const names = new Set(texts.flatMap((text) => text.match(/\bIcon[A-Z]\w+/g) ?? []));
  return (id) => /@tabler\/icons-react/.test(id) && names.has(basename(id, '.mjs'));
}

/** The groups, for `codeSplitting` of the bundler. */
export function chunks(): Chunk[] {
  const isPublicIcon = publicIcons();
  const isCore = (id: string) => core.some((pattern) => pattern.test(id)) && !notCore.test(id);
  const groups: Omit<Chunk, 'priority'>[] = [
    // The first script of every page, and what loads all others.
    { name: 'start', test: /\/web\/(index\.html|start\.ts)$|preload-helper/ },
    { name: 'core', test: (id) => isCore(id) || isPublicIcon(id) },
    // The fields of public forms.
    {
      name: 'forms',
      test: /\/web\/lib\/forms\/(?!form-dialog|use-unsaved)|@mantine\/form|components\/(Alert|Checkbox|PasswordInput|TextInput)\//,
    },
    { name: 'booking', test: /\/web\/booking\/public\/|\/web\/lib\/ui\/month/, minShareCount: 2 },
    { name: 'sign-in', test: /\/web\/identity\/(sign-in|sign-up|social|second-factor)\//, minShareCount: 3 },
    {
      name: 'app',
      test: /@tabler\/icons-react|\/web\/(shell\/app-shell|reports\/dashboard\/dashboard-page|lib\/ui\/(dialog|remote-combobox))\.tsx$/,
    },
    // Before the lists: the calendar needs it without them.
    { name: 'dates', test: /@mantine\/dates|\/web\/lib\/(ui\/(day|time)-field|editor\/date-picker-props)/ },
    { name: 'lists', test: /\/web\/lib\/(grid|editor)\// },
    { name: 'calendar', test: /fullcalendar|\/full-calendar\.tsx$/ },
  ];
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }));
}
