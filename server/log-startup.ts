// Prints the startup message for the operator: the address, how to sign in, and where mail goes.
import { demoPassword } from './demo/has-demo.ts';
import { showsPapers } from './demo/printer/paper-pages.ts';
import type { Services } from './lib/context.ts';
import { showsStoredMail } from './messaging/mail/stored-mail-pages.ts';

/**
 * `knownPasswords`: the database contains the demo's people. `setUpAddress`: there is no operator yet. `mail`: no hosts
 * without a mail server.
 */
export function logStartup(
  services: Services,
  facts: {
    knownPasswords: boolean;
    setUpAddress: string | undefined;
    mail: { hosts: readonly string[]; unserved: readonly ('account' | 'visit')[] };
  },
  log: (line: string) => void,
): void {
  const { config, publicUrl } = services;
  log(`\nDaybook is at ${publicUrl}`);
  if (facts.setUpAddress) {
    log('This installation has no account yet. Create the first one with this link, which works once:');
    log(`  ${facts.setUpAddress}`);
  }
  if (config.demo) {
    log(`Demo sign-ins (password ${demoPassword}): user@daybook.test, admin@daybook.test, lcladmin@daybook.test,`);
    log('  admin2@daybook.test (second company), sys@daybook.test (the operator)');
    if (showsPapers({ config })) log(`What the demo prints is shown at ${publicUrl}/demo/printer`);
  }
  if (facts.knownPasswords) {
    log(
      config.isHostSet
        ? 'The demo accounts in the database have a known password. Do not expose this address to the internet.'
        : 'The demo accounts in the database have a known password. Only this machine can reach them, unless HOST is set.',
    );
  }
  const { hosts, unserved } = facts.mail;
  if (hosts.length > 0) {
    log(`E-mails are sent through ${hosts.join(', ')}.`);
    for (const purpose of unserved) {
      log(`No mail server sends ${purpose === 'account' ? 'account' : 'appointment'} e-mails: they are stored.`);
    }
  } else if (showsStoredMail(config))
    log(`E-mails are stored, not sent (no SMTP_URL). Read them at ${publicUrl}/demo/mail`);
  else log('E-mails are stored, not sent, until SMTP_URL is set or a mail server is added in Daybook.');
  if (!config.demo && publicUrl.startsWith('http:') && new URL(publicUrl).hostname !== 'localhost') {
    log(
      'Over HTTP, browsers do not say who follows the links of campaigns: visits are told from scanners by agent and time.',
    );
  }
  log('Stop with Ctrl-C.\n');
}
