// Who is signed in: loaded once by the shell, at hand everywhere inside it.
import { createContext, use } from 'react';
import type { CurrentUserAnswer } from '#contract/identity/sign-in.ts';

export const CurrentUserContext = createContext<CurrentUserAnswer | undefined>(undefined);

/** The person the browser works for; only below the application's shell. */
export function useCurrentUser(): CurrentUserAnswer {
  const current = use(CurrentUserContext);
  if (!current) throw new Error('There is no current user outside of the application shell');
  return current;
}

/** How a person is called who may not have said a name yet: then by what he signs in with. */
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
