// The status of Epson printers, 32 bits (ePOS-Print XML User's Manual, "Printer status").
import type { DeviceFault } from '#contract/devices/print-jobs.ts';

/** The faults that a person can end come first: one bit stands beside others. */
const bits: readonly [bit: number, fault: DeviceFault][] = [
  // No paper at the end of the roll.
  [0x00080000, 'paperOut'],
  [0x00000020, 'coverOpen'],
  [0x00000800, 'cutter'],
  // Mechanics, and what cannot be recovered from.
  [0x00000400, 'error'],
  [0x00002000, 'error'],
  // Recovers by itself, as from the heat of dense printing.
  [0x00004000, 'overheated'],
  // The interface does not reach the printer; the printer is offline.
  [0x00000001, 'offline'],
  [0x00000008, 'offline'],
];

/** The fault of a printer with this status; empty if it can print. */
export function faultOfAsb(asb: number): DeviceFault | '' {
  return bits.find(([bit]) => (asb & bit) !== 0)?.[1] ?? '';
}

/** The fault behind the code of a result; undefined for codes that say nothing about the printer. */
export function faultOfCode(code: string): DeviceFault | undefined {
  const faults: Record<string, DeviceFault> = {
    EPTR_REC_EMPTY: 'paperOut',
    EPTR_COVER_OPEN: 'coverOpen',
    EPTR_CUTTER: 'cutter',
    EPTR_MECHANICAL: 'error',
    EPTR_UNRECOVERABLE: 'error',
    EPTR_AUTOMATICAL: 'overheated',
    EX_BADPORT: 'offline',
    DeviceNotFound: 'offline',
  };
  return faults[code];
}
