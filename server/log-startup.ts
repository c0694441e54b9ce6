// What the operator reads when the product runs: where it is, how to sign in, and where mail goes.
import { demoPassword } from './demo/load-demo.ts';
import type { Services } from './lib/context.ts';
import { showsStoredMail } from './messaging/mail/stored-mail-pages.ts';

/** `knownPasswords`: the database holds the demo's people. `setUpAddress`: nobody runs this installation yet. `mailHost`: none is set. */
export function logStartup(
  services: Services,
  facts: { knownPasswords: boolean; setUpAddress: string | undefined; mailHost: string | undefined },
  log: (line: string) => void,
): void {
  const { config, publicUrl } = services;
  log(`\nDaybook is at ${publicUrl}`);
  if (facts.setUpAddress) {
    log('Nobody runs this installation yet. Make the first account by this link, which works once:');
    log(`  ${facts.setUpAddress}`);
  }
  if (config.demo) {
    log(`Demo sign-ins (password ${demoPassword}): user@daybook.test, admin@daybook.test, lcladmin@daybook.test,`);
    log('  admin2@daybook.test (second company), sys@daybook.test (the operator)');
  }
  if (facts.knownPasswords) {
    log(
      config.isHostSet
        ? 'The demo people in the database have a known password: do not let strangers reach this address.'
        : 'The demo people in the database have a known password: only this machine can reach it, unless HOST is set.',
    );
  }
  if (facts.mailHost) log(`Mail goes to ${facts.mailHost}.`);
  else if (showsStoredMail(config)) log(`Mail is kept, not sent (no SMTP_URL): read it at ${publicUrl}/demo/mail`);
  else log('Mail is kept, not sent, until SMTP_URL or a mail server of the product is set.');
  log('Stop with Ctrl-C.\n');
}
