// The styles of the API page, in the product's colours.

export const style = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#FCFBF8, #14161A);
  --card: light-dark(#FFFFFF, #1B1E24);
  --line: light-dark(#E7E3DA, #2B2F37);
  --text: light-dark(#16263C, #DCE1E9);
  --dimmed: light-dark(#5C6370, #A3ABB8);
  --ink: light-dark(#1F3A5F, #93AFCF);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body {
  margin: 0; background: var(--paper); color: var(--text);
  font: 15px/1.6 'Inter Variable', Inter, system-ui, sans-serif; font-variant-numeric: tabular-nums;
  display: grid; grid-template-columns: 240px minmax(0, 1fr);
}
a { color: var(--ink); text-decoration-thickness: 1px; text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 16px; top: 8px; background: var(--card); padding: 8px; z-index: 1; }
nav { position: sticky; top: 0; align-self: start; height: 100vh; overflow: auto; padding: 32px 24px; border-right: 1px solid var(--line); }
nav .title { font: 600 20px/1.2 Georgia, 'Noto Serif', serif; text-decoration: none; }
nav ul { list-style: none; margin: 24px 0 0; padding: 0; }
nav li a { display: inline-block; padding: 6px 0; text-decoration: none; }
nav li a:hover { text-decoration: underline; }
small, .who, caption, .answers { color: var(--dimmed); font-size: 13px; }
main { padding: 32px clamp(16px, 4vw, 56px) 96px; max-width: 960px; }
h1, h2 { font-family: Georgia, 'Noto Serif', serif; font-weight: 600; line-height: 1.2; }
h1 { font-size: 34px; margin: 0; }
h2 { font-size: 26px; margin: 64px 0 0; }
h2 + p { margin-top: 4px; color: var(--dimmed); }
article { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 16px 24px; margin-top: 16px; }
article:target { border-color: var(--ink); }
h3 { margin: 0; font-size: 15px; font-weight: 600; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover code { text-decoration: underline; }
.method { color: var(--ink); margin-right: 8px; }
article p { margin: 4px 0 0; }
code, pre { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; font-size: 13px; overflow-wrap: anywhere; }
pre { margin: 4px 0 0; padding: 12px 16px; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; overflow: auto; line-height: 1.5; }
pre code { overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; margin-top: 12px; }
caption { text-align: left; padding-bottom: 4px; }
th, td { text-align: left; vertical-align: top; padding: 6px 16px 6px 0; border-top: 1px solid var(--line); font-weight: 400; }
tbody tr:last-child > * { border-bottom: 1px solid var(--line); }
th code { white-space: nowrap; }
td:last-child { color: var(--dimmed); }
.answers { margin-top: 12px; }
@media (max-width: 767px) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); padding: 16px; }
  nav ul { margin-top: 8px; display: flex; flex-wrap: wrap; gap: 0 16px; }
  main { padding-top: 24px; }
  article { padding: 16px; }
  article tr { display: flex; flex-wrap: wrap; gap: 0 12px; padding: 6px 0; border-top: 1px solid var(--line); }
  article th { flex-basis: 100%; }
  article tbody tr :is(th, td) { border: 0; padding: 0; }
}
`;
