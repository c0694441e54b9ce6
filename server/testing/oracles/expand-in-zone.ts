// Expands random events in a process of its own, whose zone the caller sets, and writes the times: `node … seed count`.
import { expandObject } from '#server/links/outside/expand/expand-object.ts';
import { timeLinesOf } from '#server/links/outside/expand/time-lines.ts';
import { randomEvent } from './random-events.ts';

const [seed = 0, count = 0, from = 0, until = 0] = process.argv.slice(2).map(Number);
const rules = { zone: 'Europe/Riga', from, until, tentativeBlocks: true };
const times = Array.from({ length: count }, (_, n) => {
  const { content } = timeLinesOf(randomEvent(seed + n, from).text, []);
  return expandObject(content, rules).busy;
});
process.stdout.write(JSON.stringify(times));
