// The routes, pages and menu items of messaging.
import { systemSmsGateways, systemSmtps } from '#contract/messaging/hosts.ts';
import { companyEmailMessages, systemEmailMessageLogs, systemEmailMessages } from '#contract/messaging/mail.ts';
import { systemSuppressedAddresses } from '#contract/messaging/suppressed-addresses.ts';
import { companyEmailTemplates, systemEmailTemplates } from '#contract/messaging/templates/email-templates.ts';
import { systemMessageTemplates } from '#contract/messaging/templates/message-templates.ts';
import { companySmsTemplates, systemSmsTemplates } from '#contract/messaging/templates/sms-templates.ts';
import { type Area, heading, listPage } from '#server/lib/area.ts';
import { reminderRoutes } from './feed/routes.ts';
import { smsGatewayRoutes, smtpRoutes } from './hosts/routes.ts';
import { companyEmailMessageRoutes, systemEmailMessageLogRoutes, systemEmailMessageRoutes } from './mail/routes.ts';
import { suppressedAddressRoutes } from './outbox/suppressed-addresses.ts';
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
      systemSmsGateways: smsGatewayRoutes,
      systemSuppressedAddresses: suppressedAddressRoutes,
      ...templateRoutes(sampleView),
    },
    menu: [
      listPage(companyEmailTemplates, {
        name: 'E-mail templates',
        order: 40,
        icon: 'fa fa-edit',
        ids: ['003301', '003351'],
      }),
      listPage(companyEmailMessages, { name: 'E-mails', order: 41, icon: 'fa fa-envelope', ids: ['003302', '003352'] }),
      listPage(companySmsTemplates, {
        name: 'SMS templates',
        order: 41,
        icon: 'fa fa-edit',
        ids: ['006901', '006951'],
      }),
      heading({ key: 'mailAndSms', name: 'Mail and SMS', order: 219, icon: 'fa fa-envelope', ids: ['', '006751'] }),
      listPage(systemSmtps, { name: 'Mail servers', order: 220, icon: 'fa fa-server', ids: ['003303', '003353'] }),
      listPage(systemEmailTemplates, {
        key: 'systemEmailTemplates',
        name: 'E-mail templates of all',
        order: 221,
        icon: 'fa fa-edit',
        ids: ['003304', '003354'],
      }),
      listPage(systemMessageTemplates, {
        name: 'Words of mails',
        order: 222,
        icon: 'fa fa-language',
        ids: ['003305', '003355'],
      }),
      listPage(systemEmailMessages, {
        key: 'systemEmailMessages',
        name: 'E-mails of all',
        order: 223,
        icon: 'fa fa-envelope',
        ids: ['003306', '003356'],
      }),
      listPage(systemEmailMessageLogs, {
        name: 'E-mail log',
        order: 224,
        icon: 'fa fa-history',
        ids: ['003307', '003357'],
      }),
      listPage(systemSuppressedAddresses, { order: 224, icon: 'fa fa-ban' }),
      listPage(systemSmsGateways, {
        name: 'SMS gateways',
        order: 225,
        icon: 'fa fa-comment',
        ids: ['006801', '006851'],
      }),
      listPage(systemSmsTemplates, {
        key: 'systemSmsTemplates',
        name: 'SMS templates of all',
        order: 226,
        icon: 'fa fa-edit',
        ids: ['006902', '006952'],
      }),
    ],
  }) satisfies Area;
