// Random keys and ids. Browsers lack `crypto.randomUUID` on plain HTTP.

/** 128 random bits, as hexadecimal digits. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** An id (UUID version 4) for a record that the browser names, so that a repeated request adds it once. */
export function randomId(): string {
  const digits = randomKey();
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 3) | 8).toString(16);
  const [a, b, c, d, e] = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(13, 16),
    digits.slice(17, 20),
    digits.slice(20),
  ];
  return `${a}-${b}-4${c}-${variant}${d}-${e}`;
}
