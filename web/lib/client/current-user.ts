// The signed-in user. The shell loads it once and provides it to every component below.
import { createContext, use } from 'react';
import type { CurrentUserAnswer } from '#contract/identity/sign-in.ts';

export const CurrentUserContext = createContext<CurrentUserAnswer | undefined>(undefined);

/** Returns the signed-in user. Throws outside the application shell. */
export function useCurrentUser(): CurrentUserAnswer {
  const current = use(CurrentUserContext);
  if (!current) throw new Error('There is no current user outside of the application shell');
  return current;
}

/** The person's name, or their sign-in name if they have not entered one. */
export function displayName({ firstName, lastName, logIn }: CurrentUserAnswer['user']): string {
  return `${firstName} ${lastName}`.trim() || logIn;
}

/** `Anna Petersone` -> `AP` */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
