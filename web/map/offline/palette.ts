// The map's colours, mixed from the page's tokens. WebGL cannot read CSS variables; this file resolves them.

type Rgb = [red: number, green: number, blue: number];

/** Colours of the offline map, as `rgb(…)` strings. */
export type Palette = {
  isDark: boolean;
  sea: string;
  land: string;
  /** The background at street level, where the outline is too coarse to separate land and sea. */
  ground: string;
  coast: string;
  shore: string;
  border: string;
  grid: string;
  gridLabel: string;
  countryLabel: string;
  cityLabel: string;
  /** Built-up areas. */
  town: string;
  park: string;
  building: string;
  road: string;
  roadEdge: string;
  highway: string;
};

const LIGHT = { paper: '#fcfbf8', card: '#ffffff', line: '#e7e3da', ink: '#1f3a5f' };
/** Mixed with the ink for the colour of water. */
const WATER: Rgb = [96, 158, 196];
const LEAF: Rgb = [112, 160, 92];
const SAND: Rgb = [214, 168, 92];
const DARK = { paper: '#14161a', card: '#1b1e24', line: '#2b2f37', ink: '#c5d3e6' };

/** Reads the tokens at `element`. Falls back to the default tokens if the page defines none. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const scheme = style.colorScheme.startsWith('dark') ? DARK : LIGHT;
  const token = (name: keyof typeof LIGHT) =>
    toRgb(style.getPropertyValue(`--daybook-${name}`).trim()) ?? toRgb(scheme[name]) ?? [128, 128, 128];
  const [paper, card, line] = [token('paper'), token('card'), token('line')];
  const isDark = brightness(paper) < 100;
  const asked = token('ink');
  // Some themes use a dark ink for fills on dark pages; the map's text and lines need contrast.
  const readable = Math.abs(brightness(asked) - brightness(paper)) > 110;
  const ink = readable ? asked : (toRgb(isDark ? DARK.ink : LIGHT.ink) ?? asked);
  const land = isDark ? mix(card, ink, 0.05) : mix(paper, line, 0.22);
  const water = mix(ink, WATER, 0.7);
  return {
    isDark,
    sea: css(isDark ? mix(paper, water, 0.1) : mix(paper, water, 0.2)),
    land: css(land),
    ground: css(isDark ? card : paper),
    coast: css(mix(land, ink, isDark ? 0.34 : 0.42)),
    shore: css(isDark ? mix(paper, water, 0.4) : mix(paper, water, 0.62)),
    border: css(mix(land, ink, isDark ? 0.24 : 0.3)),
    grid: css(mix(land, ink, isDark ? 0.2 : 0.24)),
    gridLabel: css(mix(land, ink, 0.72)),
    countryLabel: css(mix(land, ink, 0.8)),
    cityLabel: css(mix(land, ink, 0.94)),
    town: css(mix(land, isDark ? ink : SAND, isDark ? 0.09 : 0.13)),
    park: css(mix(land, LEAF, isDark ? 0.16 : 0.22)),
    building: css(mix(land, ink, isDark ? 0.13 : 0.11)),
    road: css(isDark ? mix(land, ink, 0.22) : card),
    roadEdge: css(mix(land, ink, isDark ? 0.1 : 0.18)),
    highway: css(mix(isDark ? land : card, SAND, isDark ? 0.4 : 0.45)),
  };
}

/** Calls `changed` when the page's colour scheme may have changed. Returns a function that stops watching. */
export function watchScheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, {
    attributeFilter: ['data-mantine-color-scheme', 'data-color-scheme', 'class', 'style'],
  });
  const media = matchMedia('(prefers-color-scheme: dark)');
  media.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    media.removeEventListener('change', changed);
  };
}

/** Returns any CSS colour as the browser paints it; undefined if the text is not a colour. */
function toRgb(color: string): Rgb | undefined {
  if (!color || !CSS.supports('color', color)) return undefined;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

function mix(from: Rgb, to: Rgb, part: number): Rgb {
  const channel = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * part);
  return [channel(0), channel(1), channel(2)];
}

/** Perceived brightness, 0 to 255. */
function brightness([red, green, blue]: Rgb): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

function css([red, green, blue]: Rgb): string {
  return `rgb(${red}, ${green}, ${blue})`;
}
