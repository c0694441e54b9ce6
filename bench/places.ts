// Search for places and reverse geocoding in the bundled gazetteer, once it is loaded.
import { reverseGeocode, searchPlaces } from '#server/places/gazetteer.ts';
import { median, type Row } from './lib/report.ts';

const texts = ['riga', 'a', 'new york', 'Brīvības iela 55, Rīga', 'qqzzxxjj', 'san'];
/** Targets of a search and of a point (ms). */
const [maxSearch, maxPoint] = [20, 5];

export function benchPlaces(): Row[] {
  searchPlaces('riga');
  reverseGeocode(0, 0);
  const search = median(texts.flatMap((text) => times(5, () => searchPlaces(text))));
  const point = median(times(200, (turn) => reverseGeocode(40 + (turn % 15), (turn % 40) - 10)));
  return [row('A search, median of 30', search, maxSearch), row('A point, median of 200', point, maxPoint)];
}

function row(label: string, value: number, max: number): Row {
  return { label, value: `${value.toFixed(2)} ms`, target: `< ${max} ms`, isMet: value < max };
}

function times(count: number, act: (turn: number) => unknown): number[] {
  return Array.from({ length: count }, (_, turn) => {
    const start = performance.now();
    act(turn);
    return performance.now() - start;
  });
}
