// The application: given a house, it mounts every feature once and answers requests.
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyRateLimit from '@fastify/rate-limit';
import fastifyUnderPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { services } from '#contract/all.ts';
import { accountRoutes, pushRoutes } from './account/routes.ts';
import { appSettingRoutes } from './app-settings/routes.ts';
import { applicationRoutes } from './application/routes.ts';
import { bannerRoutes, systemBannerRoutes } from './banners/routes.ts';
import { bookingRoutes } from './booking/routes.ts';
import { calendarRoutes } from './calendars/routes.ts';
import { calendarSetupRoutes } from './calendars/settings-routes.ts';
import { systemCompanyRoutes } from './companies/routes.ts';
import { companyRoutes } from './company/routes.ts';
import { dataAuditRoutes } from './data-audits/routes.ts';
import { apiPages } from './docs/api-pages.ts';
import {
  companyEmailMessageRoutes,
  systemEmailMessageLogRoutes,
  systemEmailMessageRoutes,
} from './email-messages/routes.ts';
import { employeeRoutes, systemPeopleRoutes } from './employees/routes.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import { fileUploadRoutes } from './file-uploads/routes.ts';
import { fileRoutes, imageRoutes } from './files/routes.ts';
import { geolocationRoutes } from './geolocations/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { smsGatewayRoutes, smtpRoutes } from './hosts/routes.ts';
import { jobRoutes } from './jobs/routes.ts';
import { languageRoutes } from './languages/routes.ts';
import { legalTextRoutes } from './legal-texts/routes.ts';
import type { House } from './lib/context.ts';
import { drainOnClose } from './lib/drain.ts';
import { answerErrors, refuse } from './lib/errors.ts';
import { notFound, Refusal } from './lib/refusal.ts';
import { barestHeaders, secureHeaders } from './lib/secure-headers.ts';
import { mount, type Served } from './lib/serve.ts';
import { companyLocationRoutes } from './locations/routes.ts';
import { keptMailPages } from './mail/kept-mail-pages.ts';
import { menuRoutes } from './menu/routes.ts';
import { messageTemplateRoutes } from './message-templates/routes.ts';
import { pageRoutes } from './pages/routes.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { reminderRoutes } from './reminders/routes.ts';
import { actionRoutes, groupRoutes } from './rights/routes.ts';
import { searchRoutes } from './searches/routes.ts';
import { systemLogRoutes } from './system-logs/routes.ts';
import { tableSettingRoutes } from './table-settings/routes.ts';
import {
  companyEmailTemplateRoutes,
  companySmsTemplateRoutes,
  systemEmailTemplateRoutes,
  systemSmsTemplateRoutes,
} from './templates/routes.ts';
import { companyUserRoutes } from './user/company-routes.ts';
import { userRoutes } from './user/routes.ts';
import { secondFactorRoutes } from './user/second-factor-routes.ts';
import { sessionRoutes } from './user/session-routes.ts';
import { socialCallback } from './user/social-callback.ts';
import { socialRoutes } from './user/social-routes.ts';
import { systemUserRoutes } from './user/system-routes.ts';
import { userAuditRoutes } from './user-audits/routes.ts';
import {
  companyDismissalRoutes,
  companyGrantRoutes,
  groupGrantRoutes,
  systemDismissalRoutes,
  systemGrantRoutes,
} from './users/routes.ts';
import type { Middleware } from './web/development.ts';
import { type Template, webPages } from './web/pages.ts';

/** The largest JSON body (bytes). */
const bodyLimit = 256 * 1024;

const served = {
  home: homeRoutes,
  publicCalendars: bookingRoutes,
  banners: bannerRoutes,
  geolocations: geolocationRoutes,
  application: applicationRoutes,
  user: userRoutes,
  sessions: sessionRoutes,
  secondFactor: secondFactorRoutes,
  account: accountRoutes,
  push: pushRoutes,
  social: socialRoutes,
  calendars: calendarRoutes,
  calendarSetup: calendarSetupRoutes,
  company: companyRoutes,
  menuItems: menuRoutes,
  companyUsers: companyUserRoutes,
  systemUsers: systemUserRoutes,
  companyGrants: companyGrantRoutes,
  companyDismissals: companyDismissalRoutes,
  systemGrants: systemGrantRoutes,
  systemDismissals: systemDismissalRoutes,
  groupGrants: groupGrantRoutes,
  searches: searchRoutes,
  privacy: privacyRoutes,
  reminders: reminderRoutes,
  files: fileRoutes,
  images: imageRoutes,
  companyEmployees: employeeRoutes,
  companyLocations: companyLocationRoutes,
  systemActions: actionRoutes,
  systemBanners: systemBannerRoutes,
  systemCompanies: systemCompanyRoutes,
  systemFeedback: feedbackRoutes,
  systemFileUploads: fileUploadRoutes,
  systemGroups: groupRoutes,
  systemJobs: jobRoutes,
  systemLanguages: languageRoutes,
  systemLegalTexts: legalTextRoutes,
  systemLogs: systemLogRoutes,
  systemPages: pageRoutes,
  systemDataAudits: dataAuditRoutes,
  systemTableSettings: tableSettingRoutes,
  systemUserAudits: userAuditRoutes,
  systemAppSettings: appSettingRoutes,
  companyEmailMessages: companyEmailMessageRoutes,
  companyEmailTemplates: companyEmailTemplateRoutes,
  companySmsTemplates: companySmsTemplateRoutes,
  systemSmsTemplates: systemSmsTemplateRoutes,
  systemEmailMessageLogs: systemEmailMessageLogRoutes,
  systemEmailMessages: systemEmailMessageRoutes,
  systemEmailTemplates: systemEmailTemplateRoutes,
  systemMessageTemplates: messageTemplateRoutes,
  systemSmsGateways: smsGatewayRoutes,
  systemSmtps: smtpRoutes,
  systemPeople: systemPeopleRoutes,
} satisfies Record<keyof typeof services, Served>;

/** Builds the server around a house; `listen` and `close` are the caller's. */
export async function app(
  house: House,
  options: { webRoot?: string; template?: Template; middleware?: Middleware } = {},
): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: house.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: house.config.trustProxy,
    forceCloseConnections: 'idle',
    // Closing is `drainOnClose`'s, whose answers look like all others.
    return503OnClosing: false,
    // An address that no route can even be looked up for.
    frameworkErrors: (_error, request, reply) => {
      void refuse(request, reply.headers(barestHeaders), new Refusal(400, 'error.body'));
    },
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  // Bodies are JSON only: what a form of another site can send is not read.
  server.removeContentTypeParser('text/plain');
  answerErrors(server);
  await server.register(fastifyCookie);
  await server.register(fastifyCompress, { global: true, encodings: ['gzip', 'identity'], threshold: 2048 });
  // Called, not registered: hooks that a plugin adds inside of itself would not reach the routes beside it.
  await secureHeaders(server, { house, development: options.middleware !== undefined });
  drainOnClose(server);
  const { middleware } = options;
  if (middleware) {
    server.addHook('onRequest', (request, reply, done) => {
      if (/^\/(api|demo)\//i.test(request.url)) return done();
      middleware(request.raw, reply.raw, done);
    });
  }
  const { maxDelayMs } = house.config;
  await server.register(fastifyUnderPressure, { maxEventLoopDelay: maxDelayMs, retryAfter: 5 });
  if (house.config.requestsPerMinute > 0) {
    await server.register(fastifyRateLimit, { max: house.config.requestsPerMinute, timeWindow: '1 minute' });
  }
  await healthRoutes(server, { house });
  for (const service of Object.values(served)) mount(server, house, service);
  await server.register(socialCallback, { house });
  await server.register(apiPages);
  await server.register(keptMailPages, { house });
  await server.register(webPages, { house, root: options.webRoot, template: options.template });
  server.setNotFoundHandler((request, reply) => refuse(request, reply, notFound()));
  return server;
}
