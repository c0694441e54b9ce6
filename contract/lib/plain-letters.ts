// Plain letters for those that Unicode does not take apart into a base letter and an accent.

const plain: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ ł: 'l', đ: 'd', ø: 'o', ı: 'i', ð: 'd', ħ: 'h', ŋ: 'n' },
};

/** `text` is in lower case. The SQL function `folded` replaces the same letters. */
export function plainLetters(text: string): string {
  return text.replace(/[ßæœþłđøıðħŋ]/g, (letter) => plain[letter] ?? letter);
}
