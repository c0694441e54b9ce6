// The routes, pages and menu items of messaging.
import { systemBounceMailboxes } from '#contract/messaging/bounce-mailboxes.ts';
import { systemSmsGateways, systemSmtps } from '#contract/messaging/hosts.ts';
import { companyEmailMessages, systemEmailMessageLogs, systemEmailMessages } from '#contract/messaging/mail.ts';
import { companyProblems, systemProblems } from '#contract/messaging/problems.ts';
import { companySmsMessages, systemSmsMessageLogs, systemSmsMessages } from '#contract/messaging/sms.ts';
import { companySuppressedAddresses, systemSuppressedAddresses } from '#contract/messaging/suppressed-addresses.ts';
import { companyEmailTemplates, systemEmailTemplates } from '#contract/messaging/templates/email-templates.ts';
import { systemMessageTemplates } from '#contract/messaging/templates/message-templates.ts';
import { companySmsTemplates, systemSmsTemplates } from '#contract/messaging/templates/sms-templates.ts';
import { type Area, heading, listPage, page } from '#server/lib/area.ts';
import { bounceMailboxRoutes } from './bounces/routes.ts';
import { companySenderDomainRoutes, systemSenderDomainRoutes } from './domains/routes.ts';
import { reminderRoutes } from './feed/routes.ts';
import { smsGatewayRoutes, smtpRoutes } from './hosts/routes.ts';
import { companyEmailMessageRoutes, systemEmailMessageLogRoutes, systemEmailMessageRoutes } from './mail/routes.ts';
import { companySuppressedAddressRoutes, suppressedAddressRoutes } from './outbox/suppressed-addresses.ts';
import { companyProblemRoutes, systemProblemRoutes } from './problems/routes.ts';
import { companySmsMessageRoutes, systemSmsMessageLogRoutes, systemSmsMessageRoutes } from './sms/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { messageTemplateRoutes } from './templates/words-routes.ts';

/** The areas above pass the sample data for previews of texts. */
export const messagingArea = (sampleView: Parameters<typeof templateRoutes>[0]) =>
  ({
    routes: {
      reminders: reminderRoutes,
      companyEmailMessages: companyEmailMessageRoutes,
      systemEmailMessages: systemEmailMessageRoutes,
      systemEmailMessageLogs: systemEmailMessageLogRoutes,
      systemMessageTemplates: messageTemplateRoutes,
      systemSmtps: smtpRoutes,
      systemSenderDomains: systemSenderDomainRoutes,
      companySenderDomain: companySenderDomainRoutes,
      systemBounceMailboxes: bounceMailboxRoutes,
      systemSmsGateways: smsGatewayRoutes,
      companySmsMessages: companySmsMessageRoutes,
      systemSmsMessages: systemSmsMessageRoutes,
      systemSmsMessageLogs: systemSmsMessageLogRoutes,
      systemSuppressedAddresses: suppressedAddressRoutes,
      companySuppressedAddresses: companySuppressedAddressRoutes,
      companyProblems: companyProblemRoutes,
      systemProblems: systemProblemRoutes,
      ...templateRoutes(sampleView),
    },
    menu: [
      heading({ key: 'companyMessages', order: 39, icon: 'fa fa-envelope' }),
      listPage(companyEmailMessages, {
        name: 'E-mails',
        order: 40,
        icon: 'fa fa-envelope',
        ids: ['003302', '003352'],
        formerly: { order: [41] },
      }),
      listPage(companySmsMessages, { order: 41, icon: 'fa fa-comment', formerly: { order: [42] } }),
      listPage(companyProblems, { key: 'companyProblems', order: 42, icon: 'fa fa-warning' }),
      listPage(companyEmailTemplates, {
        name: 'E-mail templates',
        order: 45,
        icon: 'fa fa-edit',
        ids: ['003301', '003351'],
        formerly: { order: [40] },
      }),
      listPage(companySmsTemplates, {
        name: 'SMS templates',
        order: 46,
        icon: 'fa fa-edit',
        ids: ['006901', '006951'],
        formerly: { order: [41] },
      }),
      listPage(companySuppressedAddresses, {
        key: 'companySuppressedAddresses',
        order: 47,
        icon: 'fa fa-ban',
        formerly: { order: [43] },
      }),
      page('/app/company/email/domain', 'admin', {
        key: 'companyDomain',
        order: 48,
        icon: 'fa fa-shield',
        formerly: { order: [44] },
      }),
      heading({ key: 'mailAndSms', name: 'Mail and SMS', order: 219, icon: 'fa fa-envelope', ids: ['', '006751'] }),
      listPage(systemSmtps, { name: 'Mail servers', order: 220, icon: 'fa fa-server', ids: ['003303', '003353'] }),
      listPage(systemBounceMailboxes, { order: 221, icon: 'fa fa-inbox', formerly: { order: [224] } }),
      page('/app/system/email/domains', 'sys', {
        key: 'systemDomains',
        order: 222,
        icon: 'fa fa-shield',
        formerly: { order: [224] },
      }),
      listPage(systemSmsGateways, {
        name: 'SMS gateways',
        order: 223,
        icon: 'fa fa-comment',
        ids: ['006801', '006851'],
        formerly: { order: [225] },
      }),
      listPage(systemEmailMessages, {
        key: 'systemEmailMessages',
        name: 'E-mails of all',
        order: 224,
        icon: 'fa fa-envelope',
        ids: ['003306', '003356'],
        formerly: { order: [223] },
      }),
      listPage(systemEmailMessageLogs, {
        name: 'E-mail log',
        order: 225,
        icon: 'fa fa-history',
        ids: ['003307', '003357'],
        formerly: { order: [224] },
      }),
      listPage(systemSmsMessages, {
        key: 'systemSmsMessages',
        order: 226,
        icon: 'fa fa-comment',
        formerly: { order: [227] },
      }),
      listPage(systemSmsMessageLogs, { order: 227, icon: 'fa fa-history', formerly: { order: [228] } }),
      listPage(systemProblems, { order: 228, icon: 'fa fa-warning', formerly: { order: [224] } }),
      listPage(systemSuppressedAddresses, { order: 229, icon: 'fa fa-ban', formerly: { order: [224] } }),
      listPage(systemEmailTemplates, {
        key: 'systemEmailTemplates',
        name: 'E-mail templates of all',
        order: 230,
        icon: 'fa fa-edit',
        ids: ['003304', '003354'],
        formerly: { order: [221] },
      }),
      listPage(systemSmsTemplates, {
        key: 'systemSmsTemplates',
        name: 'SMS templates of all',
        order: 231,
        icon: 'fa fa-edit',
        ids: ['006902', '006952'],
        formerly: { order: [226] },
      }),
      listPage(systemMessageTemplates, {
        name: 'Words of mails',
        order: 232,
        icon: 'fa fa-language',
        ids: ['003305', '003355'],
        formerly: { order: [222] },
      }),
    ],
  }) satisfies Area;
