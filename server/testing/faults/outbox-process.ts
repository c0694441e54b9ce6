// A process that only works through the outbox and the campaigns, for tests and benchmarks that kill it: the database
// of DATABASE_URL, the mail server of SMTP_URL. Prints a line once it works.
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { campaignMayStillSend } from '#server/campaigns/sending/may-still-send.ts';
import { runCampaigns } from '#server/campaigns/sending/run-campaigns.ts';
import { campaignWhenSent } from '#server/campaigns/sending/when-sent.ts';
import { parseConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/pool.ts';
import { localFiles } from '#server/lib/files/local-files.ts';
import { openLive } from '#server/lib/live.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';

const config = parseConfig(process.env);
const log = pino({ level: 'silent' });
const database = openDatabase({ connectionString: config.databaseUrl }, { max: 4 });
const live = await openLive(database.connect, log);
const services = {
  ...{ config, database, log, live },
  clock: { now: () => Temporal.Now.instant() },
  files: localFiles(config.dataDir),
  publicUrl: 'http://localhost:3000',
};
openMessaging(services, { mayStillSend: campaignMayStillSend, whenSent: campaignWhenSent });
process.stdout.write('working\n');
for (;;) {
  await runCampaigns(services);
  await sleep(100);
}
