// The languages in which the letters of a file are looked for.

/** The languages that the letters of a file are likely in: those of the country and of the person. */
export function likelyLanguages(country: string | undefined, language: string): string[] {
  const spoken = country && new Intl.Locale(`und-${country}`).maximize().language;
  return [...new Set([spoken ?? '', language])].filter(Boolean);
}
