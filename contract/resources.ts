// Every administered list there is, by the name under which the server serves it.
import { systemAppSettings } from './app-settings.ts';
import { systemBanners } from './banners.ts';
import { systemCompanies } from './companies.ts';
import { systemDataAudits } from './data-audits.ts';
import { companyEmailMessages, systemEmailMessageLogs, systemEmailMessages } from './email-messages.ts';
import { companyEmailTemplates, systemEmailTemplates } from './email-templates.ts';
import { companyEmployees, systemPeople } from './employees.ts';
import { systemFeedback } from './feedback.ts';
import { systemFileUploads } from './file-uploads.ts';
import { systemSmsGateways, systemSmtps } from './hosts.ts';
import { systemJobs } from './jobs.ts';
import { systemLanguages } from './languages.ts';
import { systemLegalTexts } from './legal-texts.ts';
import type { Service } from './lib/service.ts';
import { companyLocations } from './locations.ts';
import { systemMessageTemplates } from './message-templates.ts';
import { systemPages } from './pages.ts';
import { systemActions, systemGroups } from './rights.ts';
import { companySmsTemplates, systemSmsTemplates } from './sms-templates.ts';
import { systemLogs } from './system-logs.ts';
import { systemTableSettings } from './table-settings.ts';
import { systemUserAudits } from './user-audits.ts';

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

/** Their operations, as services. */
export const resourceServices = Object.fromEntries(
  Object.entries(resources).map(([name, { operations }]) => [name, operations]),
) as { [Name in keyof Resources]: Resources[Name]['operations'] & Service };
