// Reads how many of something a person wants to sell.

/** `3*475` -> 3 of `475`, `0,5 x cheese` -> a half of `cheese`; otherwise 1. */
export function readQuantity(text: string): { quantity: number; words: string } {
  const [, digits, words] = /^(\d{1,4}(?:[.,]\d{1,3})?)\s*(?:[*×]|x\s)\s*(.*)$/i.exec(text.trim()) ?? [];
  const quantity = Number(digits?.replace(',', '.'));
  return digits && quantity > 0 ? { quantity, words: words ?? '' } : { quantity: 1, words: text.trim() };
}
