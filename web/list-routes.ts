// The routes of the administered lists below /app.
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ListAddress } from '#contract/addresses.ts';
import { readGridSearch } from './lib/grid/grid-search.ts';

const grants = () => import('./identity/grants/grants-pages.ts');

const pages = {
  '/app/company/employees': lazyRouteComponent(() => import('./company/people/employees-page.tsx'), 'EmployeesPage'),
  '/app/company/locations': lazyRouteComponent(() => import('./company/locations/locations-page.tsx'), 'LocationsPage'),
  '/app/system/banners': lazyRouteComponent(() => import('./site/banners/banners-page.tsx'), 'BannersPage'),
  '/app/system/company-management': lazyRouteComponent(
    () => import('./operations/companies/companies-page.tsx'),
    'CompaniesPage',
  ),
  '/app/system/feedback': lazyRouteComponent(
    () => import('./site/feedback/feedback-list-page.tsx'),
    'FeedbackListPage',
  ),
  '/app/system/file-uploads': lazyRouteComponent(
    () => import('./operations/file-uploads/file-uploads-page.tsx'),
    'FileUploadsPage',
  ),
  '/app/system/jobs': lazyRouteComponent(() => import('./operations/jobs/jobs-page.tsx'), 'JobsPage'),
  '/app/system/legal-texts': lazyRouteComponent(
    () => import('./site/legal-texts/legal-texts-page.tsx'),
    'LegalTextsPage',
  ),
  '/app/system/log/system-logs': lazyRouteComponent(
    () => import('./operations/logs/system-logs-page.tsx'),
    'SystemLogsPage',
  ),
  '/app/system/pages': lazyRouteComponent(() => import('./operations/app-pages/pages-page.tsx'), 'PagesPage'),
  '/app/system/user-management': lazyRouteComponent(() => import('./company/people/users-page.tsx'), 'UsersPage'),
  '/app/system/user-management/actions': lazyRouteComponent(
    () => import('./identity/roles/rights-page.tsx'),
    'ActionsPage',
  ),
  '/app/system/user-management/groups': lazyRouteComponent(
    () => import('./identity/roles/rights-page.tsx'),
    'GroupsPage',
  ),
  '/app/company/email/templates': lazyRouteComponent(
    () => import('./messaging/templates/email-templates-page.tsx'),
    'CompanyEmailTemplatesPage',
  ),
  '/app/company/email/messages': lazyRouteComponent(
    () => import('./messaging/mail/email-messages-page.tsx'),
    'CompanyEmailMessagesPage',
  ),
  '/app/system/email/smtps': lazyRouteComponent(() => import('./messaging/hosts/smtps-page.tsx'), 'SmtpsPage'),
  '/app/system/email/templates': lazyRouteComponent(
    () => import('./messaging/templates/email-templates-page.tsx'),
    'SystemEmailTemplatesPage',
  ),
  '/app/system/email/message-templates': lazyRouteComponent(
    () => import('./messaging/templates/message-templates-page.tsx'),
    'MessageTemplatesPage',
  ),
  '/app/system/email/messages': lazyRouteComponent(
    () => import('./messaging/mail/email-messages-page.tsx'),
    'SystemEmailMessagesPage',
  ),
  '/app/system/email/message-logs': lazyRouteComponent(
    () => import('./messaging/mail/email-messages-page.tsx'),
    'EmailMessageLogsPage',
  ),
  '/app/system/general-stuff': lazyRouteComponent(
    () => import('./operations/languages/languages-page.tsx'),
    'LanguagesPage',
  ),
  '/app/system/general-stuff/settings': lazyRouteComponent(
    () => import('./operations/settings/app-settings-page.tsx'),
    'AppSettingsPage',
  ),
  '/app/system/log/data-audit': lazyRouteComponent(
    () => import('./operations/audits/data-audits-page.tsx'),
    'DataAuditsPage',
  ),
  '/app/company/sms/templates': lazyRouteComponent(
    () => import('./messaging/templates/sms-templates-page.tsx'),
    'CompanySmsTemplatesPage',
  ),
  '/app/system/sms/templates': lazyRouteComponent(
    () => import('./messaging/templates/sms-templates-page.tsx'),
    'SystemSmsTemplatesPage',
  ),
  '/app/system/sms/gateways': lazyRouteComponent(
    () => import('./messaging/hosts/sms-gateways-page.tsx'),
    'SmsGatewaysPage',
  ),
  '/app/system/table-settings': lazyRouteComponent(
    () => import('./operations/table-settings/table-settings-page.tsx'),
    'TableSettingsPage',
  ),
  '/app/system/log/user-audit': lazyRouteComponent(
    () => import('./operations/audits/user-audits-page.tsx'),
    'UserAuditsPage',
  ),
  '/app/company/employees/rights/actions': lazyRouteComponent(grants, 'CompanyActionGrants'),
  '/app/company/employees/rights/groups': lazyRouteComponent(grants, 'CompanyGroupGrants'),
  '/app/company/employees/rights/locations': lazyRouteComponent(grants, 'CompanyLocationGrants'),
  '/app/company/employees/rights/pages': lazyRouteComponent(grants, 'CompanyPageGrants'),
  '/app/system/user-management/rights/actions': lazyRouteComponent(grants, 'ActionGrants'),
  '/app/system/user-management/rights/groups': lazyRouteComponent(grants, 'GroupGrants'),
  '/app/system/user-management/rights/locations': lazyRouteComponent(grants, 'LocationGrants'),
  '/app/system/user-management/rights/pages': lazyRouteComponent(grants, 'PageGrants'),
  '/app/system/user-management/group-rights/actions': lazyRouteComponent(grants, 'GroupActionGrants'),
  '/app/system/user-management/group-rights/pages': lazyRouteComponent(grants, 'GroupPageGrants'),
} satisfies Record<ListAddress, unknown>;

export function listRoutes(app: AnyRoute): AnyRoute[] {
  return Object.entries(pages).map(([path, component]) =>
    createRoute({
      getParentRoute: () => app,
      path: path.slice('/app'.length),
      validateSearch: readGridSearch,
      component,
    }),
  );
}
