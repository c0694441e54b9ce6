// The codes of the agent in the words of the product, and the formats that it asks for.
import type { DeviceFault, PrintReason } from '#contract/devices/print-jobs.ts';
import { type PaperMedium, paperMedia } from '#server/devices/paper/media/paper-media.ts';

/** In the order of their weight: a printer out of paper is offline, too. */
const faults: readonly [code: string, fault: DeviceFault][] = [
  ['paperOut', 'paperOut'],
  ['coverOpen', 'coverOpen'],
  ['cutter', 'cutter'],
  ['paperJam', 'cutter'],
  ['overheated', 'overheated'],
  ['unreachable', 'offline'],
  ['offline', 'offline'],
  ['paused', 'offline'],
];
/** Codes that keep no printer from printing. */
const notes = new Set(['paperLow', 'busy']);

/** Empty if nothing keeps the printer from printing. A code that is not known here is an error. */
export function faultOfAgent(status: readonly string[]): DeviceFault | '' {
  const known = faults.find(([code]) => status.includes(code))?.[1];
  return known ?? (status.some((code) => !notes.has(code)) ? 'error' : '');
}

/** Why a paper failed, for people. */
export function reasonOfAgent(code: string): PrintReason {
  if (code === 'noFormat') return 'media';
  const fault = faultOfAgent([code]);
  return fault === '' || fault === 'error' ? 'rejected' : fault;
}

/** The formats that are made here, of those that an agent asks for, in its order. */
export function agentMedia(types: readonly string[]): PaperMedium[] {
  const made = Object.keys(paperMedia) as PaperMedium[];
  return types.flatMap((type) => made.filter((medium) => paperMedia[medium].type === type));
}
