// What the operator reads when the product runs: where it is, how to sign in, and where mail goes.
import { demoPassword } from './demo/load-demo.ts';
import type { House } from './lib/context.ts';
import { showsKeptMail } from './messaging/mail/kept-mail-pages.ts';

/** `knownPasswords`: the database holds the demo's people. `setUpAddress`: nobody runs this installation yet. `mailHost`: none is set. */
export function sayWelcome(
  house: House,
  holds: { knownPasswords: boolean; setUpAddress: string | undefined; mailHost: string | undefined },
  say: (line: string) => void,
): void {
  const { config, publicUrl } = house;
  say(`\nDaybook is at ${publicUrl}`);
  if (holds.setUpAddress) {
    say('Nobody runs this installation yet. Make the first account by this link, which works once:');
    say(`  ${holds.setUpAddress}`);
  }
  if (config.demo) {
    say(`Demo sign-ins (password ${demoPassword}): user@daybook.test, admin@daybook.test, lcladmin@daybook.test,`);
    say('  admin2@daybook.test (second company), sys@daybook.test (the operator)');
  }
  if (holds.knownPasswords) {
    say(
      config.hostIsGiven
        ? 'The demo people in the database have a known password: do not let strangers reach this address.'
        : 'The demo people in the database have a known password: only this machine can reach it, unless HOST is set.',
    );
  }
  if (holds.mailHost) say(`Mail goes to ${holds.mailHost}.`);
  else if (showsKeptMail(config)) say(`Mail is kept, not sent (no SMTP_URL): read it at ${publicUrl}/demo/mail`);
  else say('Mail is kept, not sent, until SMTP_URL or a mail server of the product is set.');
  say('Stop with Ctrl-C.\n');
}
