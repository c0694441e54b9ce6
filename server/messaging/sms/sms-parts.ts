// Counts the SMS of a text: one holds 160 characters of the GSM 03.38 alphabet or 70 of Unicode, each of several holds
// fewer.

const alphabet = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** These take two units. */
const extended = new Set('\f^{}\\[~]|€');

/** `characters` counts units of an SMS. A character of two units is never split between two SMS. */
export function smsParts(text: string): { characters: number; parts: number; isUnicode: boolean } {
  const signs = [...text];
  const isUnicode = signs.some((sign) => !alphabet.has(sign) && !extended.has(sign));
  const sizes = signs.map((sign) => (isUnicode ? sign.length : extended.has(sign) ? 2 : 1));
  const characters = sizes.reduce((sum, size) => sum + size, 0);
  const [alone, each] = isUnicode ? [70, 67] : [160, 153];
  if (characters <= alone) return { characters, parts: 1, isUnicode };
  let [parts, room] = [1, each];
  for (const size of sizes) {
    if (size > room) {
      parts += 1;
      room = each;
    }
    room -= size;
  }
  return { characters, parts, isUnicode };
}
