// Every administered list, by the name under which the server serves it.

import { companyLocations } from './company/locations.ts';
import { companyEmployees, systemPeople } from './company/people.ts';
import { systemActions, systemGroups } from './identity/roles.ts';
import type { Service } from './lib/service.ts';
import { systemSmsGateways, systemSmtps } from './messaging/hosts.ts';
import { companyEmailMessages, systemEmailMessageLogs, systemEmailMessages } from './messaging/mail.ts';
import { companyEmailTemplates, systemEmailTemplates } from './messaging/templates/email-templates.ts';
import { systemMessageTemplates } from './messaging/templates/message-templates.ts';
import { companySmsTemplates, systemSmsTemplates } from './messaging/templates/sms-templates.ts';
import { systemPages } from './operations/app-pages.ts';
import { systemCompanies } from './operations/companies.ts';
import { systemDataAudits } from './operations/data-audits.ts';
import { systemFileUploads } from './operations/file-uploads.ts';
import { systemJobs } from './operations/jobs.ts';
import { systemLanguages } from './operations/languages.ts';
import { systemLogs } from './operations/logs.ts';
import { systemAppSettings } from './operations/settings.ts';
import { systemTableSettings } from './operations/table-settings.ts';
import { systemUserAudits } from './operations/user-audits.ts';
import { systemBanners } from './site/banners.ts';
import { systemFeedback } from './site/feedback.ts';
import { systemLegalTexts } from './site/legal-texts.ts';

export const resources = {
  companyEmployees,
  companyLocations,
  systemActions,
  systemAppSettings,
  systemBanners,
  systemCompanies,
  systemDataAudits,
  systemFeedback,
  systemFileUploads,
  systemGroups,
  systemJobs,
  systemLanguages,
  systemLegalTexts,
  systemLogs,
  systemPages,
  systemTableSettings,
  systemUserAudits,
  companyEmailMessages,
  companyEmailTemplates,
  companySmsTemplates,
  systemEmailMessageLogs,
  systemEmailMessages,
  systemEmailTemplates,
  systemMessageTemplates,
  systemSmsGateways,
  systemSmsTemplates,
  systemSmtps,
  systemPeople,
};

type Resources = typeof resources;

/** The operations of the resources, as services. */
export const resourceServices = Object.fromEntries(
  Object.entries(resources).map(([name, { operations }]) => [name, operations]),
) as { [Name in keyof Resources]: Resources[Name]['operations'] & Service };
