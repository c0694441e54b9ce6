// The mail servers that the operator has set.
import { z } from 'zod';
import { id } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, post } from '#contract/lib/service.ts';
import { hosts, limits, route, routeOperations, testResult } from './hosts.ts';

export const systemSmtps = resource('system', 'smtps', {
  ...hosts,
  about:
    'Mail servers. Mail leaves through the first one of its purpose that is not paused: the default one, then by position.',
  row: hosts.row.extend(route),
  input: hosts.input.extend({
    forAccounts: z.boolean().default(true),
    forVisits: z.boolean().default(true),
    forCampaigns: z.boolean().default(true),
    ...limits,
  }),
  blank: () => ({
    ...hosts.blank(),
    forAccounts: true,
    forVisits: true,
    forCampaigns: true,
    position: 100,
    maxConnections: 10,
    perSecond: 0,
    perHour: 0,
    perDay: 0,
  }),
  rowsKey: 'smtps',
  page: '/app/system/email/smtps',
  tables: ['smtp_settings'],
  more: {
    sendTest: post({
      summary: "Sends a test mail to the caller's own address through this server and returns the server's response.",
      may: 'sys',
      page: '/app/system/email/smtps',
      input: z.strictObject({ id }),
      output: testResult,
    }),
    getSender: get({
      summary: 'Returns the sender of mails of the installation, and whether it is the one without MAIL_FROM.',
      may: 'sys',
      page: '/app/system/email/smtps',
      input: z.strictObject({}),
      output: z.object({ sender: z.string(), isPlaceholder: z.boolean() }),
    }),
    ...routeOperations('/app/system/email/smtps'),
  },
});
