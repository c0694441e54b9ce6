// A clock for tests that something ends soon. It stands still while the machine has no time for this process: a busy
// machine makes nothing late by it, and a wait for a timer or an answer counts in full.

/** Between two ticks (ms). */
const tick = 10;
/** The longest time between two ticks that counts (ms). */
const most = 3 * tick;

let counted = 0;
let last = performance.now();

const sinceLast = () => Math.min(performance.now() - last, most);

setInterval(() => {
  counted += sinceLast();
  last = performance.now();
}, tick).unref();

/** Milliseconds of this clock. Work that blocks the event loop hardly counts. */
export const steadyNow = (): number => counted + sinceLast();
