// The routes, pages and menu items of messaging.
import { systemBounceMailboxes } from '#contract/messaging/bounce-mailboxes.ts';
import { companyEmailMessages, systemEmailMessageLogs, systemEmailMessages } from '#contract/messaging/mail.ts';
import { systemSmtps } from '#contract/messaging/mail-servers.ts';
import { companyProblems, systemProblems } from '#contract/messaging/problems.ts';
import { companyReceivedSms, systemReceivedSms } from '#contract/messaging/received-sms.ts';
import { companySmsMessages, systemSmsMessageLogs, systemSmsMessages } from '#contract/messaging/sms.ts';
import { systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import { companySuppressedAddresses, systemSuppressedAddresses } from '#contract/messaging/suppressed-addresses.ts';
import { companyEmailTemplates, systemEmailTemplates } from '#contract/messaging/templates/email-templates.ts';
import { systemMessageTemplates } from '#contract/messaging/templates/message-templates.ts';
import { companySmsTemplates, systemSmsTemplates } from '#contract/messaging/templates/sms-templates.ts';
import { systemUnclearReports } from '#contract/messaging/unclear-reports.ts';
import { type Area, heading, listPage, type MenuEntry, page } from '#server/lib/area.ts';
import { bounceMailboxRoutes } from './bounces/routes.ts';
import { unclearReportRoutes } from './bounces/unclear-reports.ts';
import { companySenderDomainRoutes, systemSenderDomainRoutes } from './domains/routes.ts';
import { reminderRoutes } from './feed/routes.ts';
import { smsGatewayRoutes, smtpRoutes } from './hosts/routes.ts';
import type { KeptCauses } from './kept/kept-causes.ts';
import { keptMailRoutes } from './kept/routes.ts';
import { companyEmailMessageRoutes, systemEmailMessageLogRoutes, systemEmailMessageRoutes } from './mail/routes.ts';
import type { MayStillSend } from './outbox/claim-deliveries.ts';
import { companySuppressedAddressRoutes, suppressedAddressRoutes } from './outbox/suppressed-addresses.ts';
import type { WhenSent } from './outbox/when-sent.ts';
import { companyProblemRoutes, systemProblemRoutes } from './problems/routes.ts';
import {
  companyReceivedSmsRoutes,
  companySmsMessageRoutes,
  systemReceivedSmsRoutes,
  systemSmsMessageLogRoutes,
  systemSmsMessageRoutes,
} from './sms/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { messageTemplateRoutes } from './templates/words-routes.ts';

interface Causes {
  whenSent: WhenSent;
  mayStillSend: MayStillSend;
  kept: KeptCauses;
}

const menu: MenuEntry[] = [
  heading({ key: 'companyMessages', order: 39, icon: 'fa fa-envelope' }),
  listPage(companyEmailTemplates, {
    name: 'E-mail templates',
    order: 45,
    formerly: { order: [40] },
    icon: 'fa fa-edit',
    ids: ['003301', '003351'],
  }),
  listPage(companyEmailMessages, {
    name: 'E-mails',
    order: 42,
    formerly: { order: [41] },
    icon: 'fa fa-envelope',
    ids: ['003302', '003352'],
  }),
  listPage(companyProblems, {
    key: 'companyProblems',
    order: 44,
    formerly: { order: [42] },
    icon: 'fa fa-warning',
  }),
  listPage(companySuppressedAddresses, {
    key: 'companySuppressedAddresses',
    order: 48,
    formerly: { order: [43] },
    icon: 'fa fa-ban',
  }),
  page('/app/company/email/domain', 'admin', {
    key: 'companyDomain',
    order: 47,
    formerly: { order: [44] },
    icon: 'fa fa-shield',
  }),
  listPage(companySmsTemplates, {
    name: 'SMS templates',
    order: 46,
    formerly: { order: [41] },
    icon: 'fa fa-edit',
    ids: ['006901', '006951'],
  }),
  listPage(companySmsMessages, { order: 43, formerly: { order: [42] }, icon: 'fa fa-comment' }),
  listPage(companyReceivedSms, { key: 'companyReceivedSms', order: 43, icon: 'fa fa-inbox' }),
  heading({
    key: 'mailAndSms',
    name: 'Mail and SMS',
    order: 211,
    formerly: { order: [219] },
    icon: 'fa fa-envelope',
    ids: ['', '006751'],
  }),
  listPage(systemSmtps, {
    name: 'Mail servers',
    order: 212,
    formerly: { order: [220] },
    icon: 'fa fa-server',
    ids: ['003303', '003353'],
  }),
  listPage(systemEmailTemplates, {
    key: 'systemEmailTemplates',
    name: 'E-mail templates of all',
    order: 222,
    formerly: { order: [221] },
    icon: 'fa fa-edit',
    ids: ['003304', '003354'],
  }),
  listPage(systemMessageTemplates, {
    name: 'Words of mails',
    order: 223,
    formerly: { order: [222] },
    icon: 'fa fa-language',
    ids: ['003305', '003355'],
  }),
  listPage(systemEmailMessages, {
    key: 'systemEmailMessages',
    name: 'E-mails of all',
    order: 216,
    formerly: { order: [223] },
    icon: 'fa fa-envelope',
    ids: ['003306', '003356'],
  }),
  listPage(systemEmailMessageLogs, {
    name: 'E-mail log',
    order: 220,
    formerly: { order: [224] },
    icon: 'fa fa-history',
    ids: ['003307', '003357'],
  }),
  page('/app/system/email/domains', 'sys', {
    key: 'systemDomains',
    order: 215,
    formerly: { order: [224] },
    icon: 'fa fa-shield',
  }),
  listPage(systemBounceMailboxes, { order: 214, formerly: { order: [224] }, icon: 'fa fa-inbox' }),
  listPage(systemUnclearReports, { order: 219, icon: 'fa fa-inbox' }),
  listPage(systemProblems, { order: 218, formerly: { order: [224] }, icon: 'fa fa-warning' }),
  listPage(systemSuppressedAddresses, { order: 219, formerly: { order: [224] }, icon: 'fa fa-ban' }),
  listPage(systemSmsGateways, {
    name: 'SMS gateways',
    order: 213,
    formerly: { order: [225] },
    icon: 'fa fa-comment',
    ids: ['006801', '006851'],
  }),
  listPage(systemSmsTemplates, {
    key: 'systemSmsTemplates',
    name: 'SMS templates of all',
    order: 224,
    formerly: { order: [226] },
    icon: 'fa fa-edit',
    ids: ['006902', '006952'],
  }),
  listPage(systemSmsMessages, {
    key: 'systemSmsMessages',
    order: 217,
    formerly: { order: [227] },
    icon: 'fa fa-comment',
  }),
  listPage(systemReceivedSms, { order: 217, icon: 'fa fa-inbox' }),
  listPage(systemSmsMessageLogs, { order: 221, formerly: { order: [228] }, icon: 'fa fa-history' }),
];

/**
 * The areas above pass the sample data for previews of texts, record what was sent, say what may still be sent, and
 * make mails again that were kept.
 */
export const messagingArea = (
  sampleView: Parameters<typeof templateRoutes>[0],
  { whenSent, mayStillSend, kept }: Causes,
) =>
  ({
    routes: {
      reminders: reminderRoutes,
      companyEmailMessages: companyEmailMessageRoutes,
      systemEmailMessages: systemEmailMessageRoutes,
      systemEmailMessageLogs: systemEmailMessageLogRoutes,
      systemMessageTemplates: messageTemplateRoutes,
      systemSmtps: smtpRoutes,
      systemKeptMails: keptMailRoutes(mayStillSend, kept),
      systemSenderDomains: systemSenderDomainRoutes,
      companySenderDomain: companySenderDomainRoutes,
      systemBounceMailboxes: bounceMailboxRoutes,
      systemUnclearReports: unclearReportRoutes,
      systemSmsGateways: smsGatewayRoutes,
      companySmsMessages: companySmsMessageRoutes,
      companyReceivedSms: companyReceivedSmsRoutes,
      systemReceivedSms: systemReceivedSmsRoutes,
      systemSmsMessages: systemSmsMessageRoutes,
      systemSmsMessageLogs: systemSmsMessageLogRoutes,
      systemSuppressedAddresses: suppressedAddressRoutes,
      companySuppressedAddresses: companySuppressedAddressRoutes,
      companyProblems: companyProblemRoutes(whenSent),
      systemProblems: systemProblemRoutes(whenSent),
      ...templateRoutes(sampleView),
    },
    menu,
  }) satisfies Area;
