// Measures the targets of the issues, prints the tables and writes bench/results.md: `npm run bench [name …]`.
import { writeFile } from 'node:fs/promises';
import { benchAccess } from './access.ts';
import { benchAnyone } from './anyone.ts';
import { benchAvailability } from './availability.ts';
import { benchBackup } from './backup.ts';
import { benchBookings } from './bookings.ts';
import { benchCampaignTexts } from './campaign-texts.ts';
import { benchCampaigns } from './campaigns.ts';
import { benchCompany } from './company.ts';
import { benchCustomers } from './customers.ts';
import { benchDevices } from './devices.ts';
import { benchDownloads } from './downloads.ts';
import { benchEnumeration } from './enumeration.ts';
import { benchFeeds } from './feeds.ts';
import { benchImports } from './imports.ts';
import { benchInvoicePdfs } from './invoice-pdfs.ts';
import { benchInvoices } from './invoices.ts';
import { machine, type Row, table } from './lib/report.ts';
import { openWorld, type World } from './lib/world.ts';
import { benchLongLog } from './long-log.ts';
import { benchLongMails } from './long-mails.ts';
import { benchMemory } from './memory.ts';
import { benchNeighbours } from './neighbours.ts';
import { benchOptions } from './options.ts';
import { benchOrders } from './orders.ts';
import { benchOutbox } from './outbox.ts';
import { benchOutside } from './outside.ts';
import { benchPages } from './pages.ts';
import { benchPaper } from './paper.ts';
import { benchPayments } from './payments.ts';
import { benchPgbench } from './pgbench.ts';
import { benchPlaces } from './places.ts';
import { benchReminders } from './reminders.ts';
import { benchReports } from './reports.ts';
import { benchSearch } from './search.ts';
import { benchSignIns } from './sign-ins.ts';
import { benchSlots } from './slots.ts';
import { benchTeamDrag } from './team-drag.ts';
import { benchTill } from './till.ts';
import { benchWritten } from './written.ts';

const benches: Record<string, { title: string; run: (world: World) => Promise<Row[]> | Row[] }> = {
  availability: { title: 'The availability function alone', run: benchAvailability },
  slots: { title: 'Free times of a month, 20 people, 110,000 events', run: benchSlots },
  bookings: { title: 'Bookings', run: benchBookings },
  anyone: { title: 'Anyone of seven people', run: benchAnyone },
  options: { title: 'Services with variants and extras', run: benchOptions },
  search: { title: 'The search of the home page, 500 companies with a million events', run: benchSearch },
  signIns: { title: 'A burst of sign-ins', run: benchSignIns },
  places: { title: 'The bundled gazetteer', run: benchPlaces },
  pgbench: { title: 'PostgreSQL alone', run: benchPgbench },
  enumeration: { title: 'Response time for existing and unknown accounts', run: benchEnumeration },
  access: { title: 'Cost of a session, its rights and row-level security', run: benchAccess },
  company: { title: 'A company of 110,000 events and 100,000 contacts', run: benchCompany },
  feeds: { title: 'Feeds for calendar programs', run: benchFeeds },
  outside: { title: 'Outside calendars', run: benchOutside },
  written: { title: 'Bookings beside entries in outside calendars', run: benchWritten },
  teamDrag: { title: "Dragging in the team's day, in a browser", run: benchTeamDrag },
  customers: { title: 'The customers of a company with 100,000 contacts', run: benchCustomers },
  imports: { title: 'Imports of 20,000 rows beside their bare inserts', run: benchImports },
  longLog: { title: 'A list of ten million rows', run: benchLongLog },
  longMails: { title: 'A list of a million mails, of all companies and of one', run: benchLongMails },
  orders: { title: 'Lists of a million rows in each of their orders', run: benchOrders },
  reminders: { title: 'Reminders before visits, a million visits', run: benchReminders },
  invoices: { title: 'Invoices of 5,000 companies', run: benchInvoices },
  payments: { title: 'Payment providers: their notices, and one that is silent', run: benchPayments },
  outbox: { title: 'The outbox', run: benchOutbox },
  campaigns: { title: 'Campaigns of a company with 100,000 contacts', run: benchCampaigns },
  campaignTexts: { title: "The texts of a campaign's mail", run: benchCampaignTexts },
  invoicePdfs: { title: 'The documents of invoices', run: benchInvoicePdfs },
  paper: { title: 'Printed papers', run: benchPaper },
  devices: { title: 'Two thousand printers that poll', run: benchDevices },
  till: { title: 'Sales at cash registers', run: benchTill },
  backup: { title: 'The backup of a company', run: benchBackup },
  downloads: { title: 'The largest downloads', run: benchDownloads },
  memory: { title: 'Memory', run: benchMemory },
  neighbours: { title: 'A company beside another that works hard', run: benchNeighbours },
  pages: { title: 'First visits and the public profile page', run: benchPages },
  // The last: it fills every company, and drops a constraint and indexes that others need.
  reports: { title: 'Reports beside ten million appointments and messages', run: benchReports },
};

const selected = process.argv.slice(2);
const opening = openWorld();
// Once, even when Ctrl-C arrives while it opens or closes.
let closed: Promise<void> | undefined;
const close = () => {
  closed ??= opening.then((world) => world.close());
  return closed;
};
process.on('SIGINT', () => void close().finally(() => process.exit(1)));
const world = await opening;
const tables: string[] = [];
try {
  for (const [name, { title, run }] of Object.entries(benches)) {
    if (selected.length && !selected.includes(name)) continue;
    const text = table(title, await run(world));
    console.log(text);
    tables.push(text);
  }
} finally {
  await close();
}
if (!selected.length) {
  const head = `# Measurements\n\nWritten by \`npm run bench\`. ${machine()}\n\n`;
  await writeFile(new URL('results.md', import.meta.url), head + tables.join('\n'));
}
