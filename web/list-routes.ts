// The addresses of the administered lists below /app, and the page of each.
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readGridSearch } from './lib/grid/grid-search.ts';

const pages = {
  '/company/employees': lazyRouteComponent(() => import('./employees/employees-page.tsx'), 'EmployeesPage'),
  '/company/locations': lazyRouteComponent(() => import('./locations/locations-page.tsx'), 'LocationsPage'),
  '/system/banners': lazyRouteComponent(() => import('./banners/banners-page.tsx'), 'BannersPage'),
  '/system/company-management': lazyRouteComponent(() => import('./companies/companies-page.tsx'), 'CompaniesPage'),
  '/system/file-uploads': lazyRouteComponent(() => import('./file-uploads/file-uploads-page.tsx'), 'FileUploadsPage'),
  '/system/jobs': lazyRouteComponent(() => import('./jobs/jobs-page.tsx'), 'JobsPage'),
  '/system/log/system-logs': lazyRouteComponent(() => import('./system-logs/system-logs-page.tsx'), 'SystemLogsPage'),
  '/system/pages': lazyRouteComponent(() => import('./pages/pages-page.tsx'), 'PagesPage'),
  '/system/user-management': lazyRouteComponent(() => import('./rights/users-page.tsx'), 'UsersPage'),
  '/system/user-management/actions': lazyRouteComponent(() => import('./rights/rights-page.tsx'), 'ActionsPage'),
  '/system/user-management/groups': lazyRouteComponent(() => import('./rights/rights-page.tsx'), 'GroupsPage'),
  '/company/email/templates': lazyRouteComponent(
    () => import('./email-templates/email-templates-page.tsx'),
    'CompanyEmailTemplatesPage',
  ),
  '/company/email/messages': lazyRouteComponent(
    () => import('./email-messages/email-messages-page.tsx'),
    'CompanyEmailMessagesPage',
  ),
  '/system/email/smtps': lazyRouteComponent(() => import('./smtps/smtps-page.tsx'), 'SmtpsPage'),
  '/system/email/templates': lazyRouteComponent(
    () => import('./email-templates/email-templates-page.tsx'),
    'SystemEmailTemplatesPage',
  ),
  '/system/email/message-templates': lazyRouteComponent(
    () => import('./message-templates/message-templates-page.tsx'),
    'MessageTemplatesPage',
  ),
  '/system/email/messages': lazyRouteComponent(
    () => import('./email-messages/email-messages-page.tsx'),
    'SystemEmailMessagesPage',
  ),
  '/system/email/message-logs': lazyRouteComponent(
    () => import('./email-messages/email-messages-page.tsx'),
    'EmailMessageLogsPage',
  ),
  '/system/general-stuff': lazyRouteComponent(() => import('./languages/languages-page.tsx'), 'LanguagesPage'),
  '/system/general-stuff/settings': lazyRouteComponent(
    () => import('./app-settings/app-settings-page.tsx'),
    'AppSettingsPage',
  ),
  '/system/log/data-audit': lazyRouteComponent(() => import('./data-audits/data-audits-page.tsx'), 'DataAuditsPage'),
  '/system/table-settings': lazyRouteComponent(
    () => import('./table-settings/table-settings-page.tsx'),
    'TableSettingsPage',
  ),
  '/system/log/user-audit': lazyRouteComponent(() => import('./user-audits/user-audits-page.tsx'), 'UserAuditsPage'),
};

export function listRoutes(app: AnyRoute): AnyRoute[] {
  return Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => app, path, validateSearch: readGridSearch, component }),
  );
}
