// Thrown where a round must store nothing more.

/** Another process has the calendar, or the person has changed how it is read or written. */
export class LostClaim extends Error {}
