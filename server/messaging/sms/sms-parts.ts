// How many SMS a text makes: 160 signs of the alphabet of SMS (GSM 03.38) or 70 of Unicode in one, fewer in each of several.

const alphabet = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** These take the room of two. */
const extended = new Set('\f^{}\\[~]|€');

/** The length is in the units that an SMS has room for; a sign of two units is never divided between two SMS. */
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
