// Removes secrets from log texts: passwords, tokens, cookies, the credentials of addresses.

const hidden = '[hidden]';

/** Fields with such names are never written, whatever their value. */
const secretName = /pass(word|phrase|wd)?|token|secret|cookie|authorization|api[-_]?key|credential/i;

const patterns: readonly [RegExp, string][] = [
  // scheme://user:password@host
  [/(\b[a-z][a-z\d+.-]{1,30}:\/\/)[^\s/@"']{1,300}@/gi, `$1${hidden}@`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${hidden}`],
  // password=…, "token": "…", cookie: …; also as part of a longer name.
  [
    /((?:pass(?:word|phrase|wd)?|token|secret|cookie|authorization|api[-_]?key|credential)\w{0,20}["']?\s{0,3}[=:]\s{0,3})("[^"]{0,2000}"|'[^']{0,2000}'|[^\s,;&)}\]]+)/gi,
    `$1${hidden}`,
  ],
];

/** Runs of letters, capitals and digits that look random; names of tables and files are less mixed. */
const random = /[\w-]{32,}/g;

export function hideSecrets(text: string): string {
  let safe = text;
  for (const [pattern, instead] of patterns) safe = safe.replace(pattern, instead);
  return safe.replace(random, (run) => (/[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run) ? hidden : run));
}

/** Returns a value as one line of JSON, with fields of a secret name hidden. */
export function safeJson(value: unknown): string {
  const text = JSON.stringify(value, (key, each: unknown) => (secretName.test(key) ? hidden : each));
  return hideSecrets(text ?? '');
}

export function isSecretName(name: string): boolean {
  return secretName.test(name);
}
