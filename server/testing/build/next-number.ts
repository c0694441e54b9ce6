// A number that is unique in this test run, for names and addresses.

let made = 0;

export const nextNumber = () => ++made;
