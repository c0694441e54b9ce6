// A number that is unique in this test run, for names and addresses.

/** All numbers have four digits: no name contains another, so a search for one finds no others. */
let made = 1_000;

export const nextNumber = () => ++made;
