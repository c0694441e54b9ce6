// Takes out of log texts what nobody should read there: passwords, tokens, cookies, the sign-in part of addresses.

const hidden = '[hidden]';

/** What is never written, whatever it holds. */
const secretName = /pass(word|phrase|wd)?|token|secret|cookie|authorization|api[-_]?key|credential/i;

const patterns: readonly [RegExp, string][] = [
  // scheme://somebody:password@host
  [/(\b[a-z][a-z\d+.-]{1,30}:\/\/)[^\s/@"']{1,300}@/gi, `$1${hidden}@`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${hidden}`],
  // password=…, "token": "…", cookie: …; also with a name around the word.
  [
    /((?:pass(?:word|phrase|wd)?|token|secret|cookie|authorization|api[-_]?key|credential)\w{0,20}["']?\s{0,3}[=:]\s{0,3})("[^"]{0,2000}"|'[^']{0,2000}'|[^\s,;&)}\]]+)/gi,
    `$1${hidden}`,
  ],
];

/** A run of letters as random values have them; names of tables and files are not so mixed. */
const random = /[\w-]{32,}/g;

export function hideSecrets(text: string): string {
  let safe = text;
  for (const [pattern, instead] of patterns) safe = safe.replace(pattern, instead);
  return safe.replace(random, (run) => (/[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run) ? hidden : run));
}

/** A value as one line of JSON, without the fields whose name says that they are secret. */
export function safeJson(value: unknown): string {
  const text = JSON.stringify(value, (key, each: unknown) => (secretName.test(key) ? hidden : each));
  return hideSecrets(text ?? '');
}

export function isSecretName(name: string): boolean {
  return secretName.test(name);
}
