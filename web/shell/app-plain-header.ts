// The head of a dialog or drawer; see there.
export { plainHeader } from '#web/lib/plain-header.ts';
