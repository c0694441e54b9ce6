// Colours, sizes and fonts of Daybook. All styles use them, through `theme.ts` or as CSS variables.

/** Ten shades of ink, lightest first; the eighth is the product's main colour. */
export const ink = [
  '#EEF3F9',
  '#DCE5F0',
  '#B9CBE0',
  '#93AFCF',
  '#6F92BC',
  '#5079A8',
  '#345C8A',
  '#1F3A5F',
  '#182E4C',
  '#11223A',
] as const;

/** For the one primary action of a public page; the eighth is the ribbon itself. */
export const ribbon = [
  '#FDF0EC',
  '#FADCD3',
  '#F4B9A8',
  '#F0957B',
  '#EC7857',
  '#E15F3C',
  '#D54D2A',
  '#C8401F',
  '#AE361A',
  '#8F2B14',
] as const;

/** Warm greys; 3 is the colour of lines. */
export const paperGrey = [
  '#F7F5F0',
  '#F1EEE7',
  '#ECE8E0',
  '#E7E3DA',
  '#CFC9BC',
  '#8D877B',
  '#6B6760',
  '#4C4A46',
  '#343331',
  '#1F1F1E',
] as const;

/** Greys of the dark scheme in Mantine's order: 0 text, 4 line, 6 card, 7 paper. */
export const night = [
  '#DCE1E9',
  '#C3CAD5',
  '#A3ABB8',
  '#7C8594',
  '#3A404A',
  '#2B2F37',
  '#1B1E24',
  '#14161A',
  '#101216',
  '#0B0C0F',
] as const;

/** Colours of event types. Colour is never the only sign of a type. */
export const eventColours = {
  primary: ink[7],
  success: '#2B8A3E',
  info: '#1C7ED6',
  warning: '#E8890C',
  danger: '#C92A2A',
  inverse: '#343A40',
} as const;

/** Notices that must stand out have the same colours in the dark scheme. */
const notice = { notice: '#FFE9B8', 'on-notice': '#3D2A00', 'notice-line': '#8A5A00' } as const;

const light = {
  paper: '#FCFBF8',
  card: '#FFFFFF',
  line: '#E7E3DA',
  ink: ink[7],
  text: '#16263C',
  dimmed: '#5C6370',
  ribbon: ribbon[7],
  'ribbon-text': '#B93A1B',
  'on-ribbon': '#FFFFFF',
  danger: eventColours.danger,
  success: '#256F34',
  quiet: '#F3F0E9',
  ...notice,
  'event-primary': eventColours.primary,
  'event-success': eventColours.success,
  'event-info': eventColours.info,
  'event-warning': eventColours.warning,
  'event-danger': eventColours.danger,
  'event-inverse': eventColours.inverse,
  shadow: '0 1px 2px rgb(22 38 60 / 6%), 0 6px 20px rgb(22 38 60 / 8%)',
} as const;

const dark: Record<keyof typeof light, string> = {
  paper: '#14161A',
  card: '#1B1E24',
  line: '#2B2F37',
  ink: ink[2],
  text: '#DCE1E9',
  dimmed: '#A3ABB8',
  ribbon: ribbon[7],
  'ribbon-text': ribbon[3],
  'on-ribbon': '#FFFFFF',
  danger: '#FF8787',
  success: '#69DB7C',
  quiet: '#21252C',
  ...notice,
  // The same hues, light enough for the dark background.
  'event-primary': ink[3],
  'event-success': '#5FBF74',
  'event-info': '#5BABF0',
  'event-warning': '#F0A33F',
  'event-danger': '#F07178',
  'event-inverse': '#9AA2AE',
  shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 6px 20px rgb(0 0 0 / 35%)',
};

export const colours = { light, dark };

/** Faces of the system, scaled to the width and height of Newsreader (`web/fonts.css`). */
const plainSerif = "'Newsreader Georgia', 'Newsreader Noto', 'Newsreader Times', 'Newsreader DejaVu', serif";

export const fonts = {
  text: "'Inter Variable', 'Inter Fallback', 'Inter Noto', 'Inter DejaVu', system-ui, sans-serif",
  /** For headings of public pages. `web/face-script.ts` decides whether there is a Newsreader. */
  serif: `Newsreader, ${plainSerif}`,
  plainSerif,
  mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
} as const;

/** Layout breakpoints in em (480, 768, 992 and 1200 px, and one for very wide screens). */
export const breakpoints = { xs: '30em', sm: '48em', md: '62em', lg: '75em', xl: '90em' } as const;

/**
 * The tokens as CSS variables (`--daybook-paper` and so on) for both schemes. The build writes them into the page's
 * head: the server's rendering has its colours before any script runs. The system's preference decides until the
 * visitor chooses. Paper is white whatever they chose.
 */
export function tokensCss(): string {
  const variables = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, value]) => `--daybook-${name}:${value}`)
      .join(';');
  const night = `color-scheme:dark;${variables(dark)}`;
  return [
    `:root{color-scheme:light;${variables(light)};--daybook-font:${fonts.text};--daybook-serif:${fonts.serif};--daybook-heading:var(--daybook-serif);--daybook-plain-heading:${fonts.plainSerif}}`,
    '[data-face=plain]{--daybook-heading:var(--daybook-plain-heading)}',
    ':root[data-face=pending] body{visibility:hidden}',
    `@media screen{:root[data-mantine-color-scheme=dark]{${night}}}`,
    `@media screen and (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme]){${night}}}`,
  ].join('');
}
