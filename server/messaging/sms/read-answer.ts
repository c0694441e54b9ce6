// Reads the intent of a person who answers an SMS: STOP and START, in the languages of the product.

const stop = [
  'stop',
  'stopall',
  'unsubscribe',
  'quit',
  'stopp',
  'abmelden',
  'baja',
  'alto',
  'arret',
  'desabonner',
  'stabdyti',
  'atsisakyti',
  'beigt',
  'atteikties',
];
const start = [
  'start',
  'unstop',
  'subscribe',
  'anmelden',
  'alta',
  'inicio',
  'debut',
  'reprendre',
  'pradeti',
  'testi',
  'sakt',
  'atsakt',
];
/** A longer text only begins with the word. */
const maxWords = 3;

export function readAnswer(text: string): 'stop' | 'start' | '' {
  // Telephones capitalise words, and people leave out accents.
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/\p{L}+/gu);
  const [first = ''] = words ?? [];
  if (!words || words.length > maxWords) return '';
  if (stop.includes(first)) return 'stop';
  return start.includes(first) ? 'start' : '';
}
