// The state of a printer in the words of Daybook: codes such as `paperOut`.

/** The first pattern that a reason matches (RFC 8011, 5.4.12, and PWG 5100.9) names its code. */
const reasons = [
  [/^media-(empty|needed)/, 'paperOut'],
  [/^media-low/, 'paperLow'],
  [/^(media-jam|cutter)/, 'paperJam'],
  [/^(cover|door|interlock)-open|^cover/, 'coverOpen'],
  [/^(paused|moving-to-paused)/, 'paused'],
  [/^(shutdown|offline|timed-out|connecting-to-device)/, 'offline'],
];
const stopping = new Set([
  'paperOut',
  'paperJam',
  'coverOpen',
  'cutter',
  'paused',
  'offline',
  'error',
  'unreachable',
  'noFormat',
  'noPrinter',
  'certificate',
  'encryption',
  'password',
  'address',
]);

/** Whether a new paper would stay in the printer. */
export const stopsPaper = (status) => status.some((code) => stopping.has(code));

export function statusOfReasons(given, { isStopped }) {
  const known = given.map((reason) => reasons.find(([pattern]) => pattern.test(reason))?.[1]);
  const status = [...new Set(known.filter(Boolean))];
  const isError = given.some((reason, index) => known[index] === undefined && reason.endsWith('-error'));
  if ((isStopped && !stopsPaper(status)) || isError) status.push('error');
  return status;
}

/** The four answers to DLE EOT (printer, why offline, errors, paper), and bytes of the automatic status beside them. */
export function statusOfEscPos({ printer = 0, offline = 0, errors = 0, paper = 0 }) {
  const status = [];
  if (offline & 0x04) status.push('coverOpen');
  if (paper & 0x60 || offline & 0x20) status.push('paperOut');
  else if (paper & 0x0c) status.push('paperLow');
  if (errors & 0x08) status.push('cutter');
  if (errors & 0x60 || offline & 0x40) status.push('error');
  if (printer & 0x08 && status.every((code) => code === 'paperLow')) status.push('offline');
  return status;
}
