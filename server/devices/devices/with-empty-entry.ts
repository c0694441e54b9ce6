// Adds the entry that stands for no printer to the list of printers.
import { companyPrinters } from '#contract/devices/devices.ts';
import { newId } from '#contract/lib/fields.ts';
import type { Output } from '#contract/lib/service.ts';
import { toWire } from '#contract/lib/wire.ts';
import { JsonText } from '#server/lib/http/answer.ts';

const { row } = companyPrinters.declared;

const emptyEntry = {
  id: newId,
  name: '',
  reportedVersion: '',
  versionAt: null,
  seenAt: null,
  minPollSeconds: 5,
  maxPollSeconds: 10,
  pollStepSeconds: 5,
  companyName: '',
  locationName: '',
  locationId: newId,
  isDefault: false,
  isPaused: false,
  version: '',
  connection: 'agent',
  dots: 576,
  isConfirmed: false,
} satisfies Output<typeof companyPrinters.operations.getById>;

/** Puts it first. */
export function withEmptyEntry({ text }: JsonText): JsonText {
  return new JsonText(JSON.stringify([toWire(row, emptyEntry), ...JSON.parse(text)]));
}
