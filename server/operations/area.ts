// The routes, pages and menu items for operating the installation.
import { systemAnnouncements } from '#contract/operations/announcements.ts';
import { systemPages } from '#contract/operations/app-pages.ts';
import { companyBackups } from '#contract/operations/backups.ts';
import { systemBalances } from '#contract/operations/books.ts';
import { systemCompanies } from '#contract/operations/companies.ts';
import { systemDataAudits } from '#contract/operations/data-audits.ts';
import { systemFileUploads } from '#contract/operations/file-uploads.ts';
import { systemJobs } from '#contract/operations/jobs.ts';
import { systemLanguages } from '#contract/operations/languages.ts';
import { systemLogs } from '#contract/operations/logs.ts';
import { systemPlans } from '#contract/operations/plans.ts';
import { systemRestores } from '#contract/operations/restores.ts';
import { systemAppSettings } from '#contract/operations/settings.ts';
import { systemTableSettings } from '#contract/operations/table-settings.ts';
import { systemUserAudits } from '#contract/operations/user-audits.ts';
import { type Area, heading, listPage, page } from '#server/lib/area.ts';
import { tableList } from '#server/lib/grid/table-list.ts';
import { announcementRoutes } from './announcements/routes.ts';
import { pageRoutes } from './app-pages/routes.ts';
import { dataAuditRoutes } from './audits/data-audits.ts';
import { userAuditRoutes } from './audits/user-audits.ts';
import { companyBackupRoutes } from './backups/routes.ts';
import { balanceRoutes, bookRoutes } from './books/routes.ts';
import { systemCompanyRoutes } from './companies/routes.ts';
import { doctorRoutes } from './doctor/routes.ts';
import { fileUploadRoutes } from './file-uploads/routes.ts';
import { jobRoutes } from './jobs/routes.ts';
import { languageRoutes } from './languages/routes.ts';
import { systemLogRoutes } from './logs/routes.ts';
import { menuRoutes } from './menu/routes.ts';
import { restoreRoutes } from './restores/routes.ts';
import { appSettingRoutes } from './settings.ts';
import { tableSettingRoutes } from './table-settings.ts';

export const operationsArea = {
  routes: {
    companyBackups: companyBackupRoutes,
    menuItems: menuRoutes,
    systemPages: pageRoutes,
    systemCompanies: systemCompanyRoutes,
    systemAnnouncements: announcementRoutes,
    systemFileUploads: fileUploadRoutes,
    systemBalances: balanceRoutes,
    systemBooks: bookRoutes,
    systemDoctor: doctorRoutes,
    systemJobs: jobRoutes,
    systemPlans: tableList(systemPlans, 'plans'),
    systemLanguages: languageRoutes,
    systemLogs: systemLogRoutes,
    systemRestores: restoreRoutes,
    systemDataAudits: dataAuditRoutes,
    systemUserAudits: userAuditRoutes,
    systemTableSettings: tableSettingRoutes,
    systemAppSettings: appSettingRoutes,
  },
  menu: [
    listPage(companyBackups, { order: 34, formerly: { order: [38] }, icon: 'fa fa-database' }),
    heading({ key: 'system', name: 'System', order: 90, icon: 'fa fa-cog', ids: ['', '002553'] }),
    listPage(systemCompanies, {
      name: 'Companies',
      order: 200,
      formerly: { order: [210] },
      icon: 'fa fa-briefcase',
      ids: ['002601', '002651'],
    }),
    listPage(systemAnnouncements, { order: 203, formerly: { order: [211] }, icon: 'fa fa-bullhorn' }),
    listPage(systemPages, { name: 'Pages', order: 230, icon: 'fa fa-file-text', ids: ['002603', '002653'] }),
    page('/app/system/menu', 'sys', {
      key: 'menu',
      name: 'Menu',
      order: 245,
      icon: 'fa fa-sitemap',
      ids: ['000332', '000432'],
    }),
    listPage(systemLanguages, { name: 'General', order: 250, icon: 'fa fa-cog', ids: ['002502', '002554'] }),
    heading({ key: 'operation', name: 'Operation', order: 254, icon: 'fa fa-cog', ids: ['', '006753'] }),
    page('/app/system/doctor', 'sys', { key: 'doctor', name: 'Health check', order: 257, icon: 'fa fa-heart' }),
    listPage(systemBalances, { key: 'books', order: 209, formerly: { order: [217] }, icon: 'fa fa-book' }),
    listPage(systemPlans, { order: 202, formerly: { order: [212] }, icon: 'fa fa-tag' }),
    listPage(systemJobs, { name: 'Jobs', order: 255, icon: 'fa fa-clock', ids: ['002401', '002451'] }),
    listPage(systemRestores, { key: 'systemRestores', order: 258, icon: 'fa fa-database' }),
    listPage(systemAppSettings, { name: 'Settings', order: 256, icon: 'fa fa-cog', ids: ['004003', '004053'] }),
    listPage(systemFileUploads, { name: 'Files', order: 260, icon: 'fa fa-file-text', ids: ['002605', '002655'] }),
    listPage(systemTableSettings, {
      name: 'Table settings',
      order: 261,
      icon: 'fa fa-table',
      ids: ['001902', '001952'],
    }),
    heading({ key: 'records', name: 'Records', order: 269, icon: 'fa fa-list', ids: ['', '006754'] }),
    listPage(systemUserAudits, { name: 'User audit', order: 270, icon: 'fa fa-user', ids: ['002503', '002555'] }),
    listPage(systemDataAudits, { name: 'Data audit', order: 271, icon: 'fa fa-database', ids: ['001901', '001951'] }),
    listPage(systemLogs, { name: 'System logs', order: 275, icon: 'fa fa-bell', ids: ['002606', '002656'] }),
  ],
} satisfies Area;
