// Switches to another location, of this or another company of the person.
import { user } from '#contract/identity/sign-in.ts';
import { call } from './client.ts';
import { clearStoredMenu } from './menu.ts';

/** Reloads the application at `link`. Throws when the server refuses. */
export async function changeLocation(id: string, link = '/app/home'): Promise<void> {
  await call(user.changeLocation, { id }, { handlesErrors: true });
  clearStoredMenu();
  location.assign(link);
}
