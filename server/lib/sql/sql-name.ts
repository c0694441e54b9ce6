// The name of a column in SQL.

/** `phoneNumber` is `phone_number`. */
export function sqlName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
