// The application: mounts every feature once on a set of services, and answers requests.
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyRateLimit from '@fastify/rate-limit';
import fastifyUnderPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { services } from '#contract/all.ts';
import { calendarRoutes } from './booking/calendar/routes.ts';
import { calendarSetupRoutes } from './booking/calendar-setup/routes.ts';
import { cancelComingAppointments } from './booking/notifications/cancel-coming-appointments.ts';
import { sampleView } from './booking/notifications/sample-appointment.ts';
import { bookingRoutes } from './booking/public/routes.ts';
import { companyRoutes } from './company/details/routes.ts';
import { companyLocationRoutes } from './company/locations/routes.ts';
import {
  companyDismissalRoutes,
  employeeRoutes,
  systemDismissalRoutes,
  systemPeopleRoutes,
} from './company/people/routes.ts';
import { fileRoutes, imageRoutes } from './files/routes.ts';
import { accountRoutes, pushRoutes } from './identity/account/routes.ts';
import { companyGrantRoutes, groupGrantRoutes, systemGrantRoutes } from './identity/grants/routes.ts';
import { companyUserRoutes } from './identity/impersonation/company-routes.ts';
import { systemUserRoutes } from './identity/impersonation/system-routes.ts';
import { privacyRoutes } from './identity/privacy/routes.ts';
import { actionRoutes, groupRoutes } from './identity/roles.ts';
import { secondFactorRoutes } from './identity/second-factor/routes.ts';
import { sessionRoutes } from './identity/sessions/routes.ts';
import { userRoutes } from './identity/sign-in/routes.ts';
import { socialRoutes } from './identity/social/routes.ts';
import { socialCallback } from './identity/social/social-callback.ts';
import type { Services } from './lib/context.ts';
import { drainOnClose } from './lib/http/drain.ts';
import { answerErrors, refuse } from './lib/http/errors.ts';
import { minimalHeaders, secureHeaders } from './lib/http/secure-headers.ts';
import { mount, type ServiceRoutes } from './lib/http/serve.ts';
import { notFound, Refusal } from './lib/refusal.ts';
import { reminderRoutes } from './messaging/feed/routes.ts';
import { smsGatewayRoutes, smtpRoutes } from './messaging/hosts/routes.ts';
import {
  companyEmailMessageRoutes,
  systemEmailMessageLogRoutes,
  systemEmailMessageRoutes,
} from './messaging/mail/routes.ts';
import { storedMailPages } from './messaging/mail/stored-mail-pages.ts';
import { templateRoutes } from './messaging/templates/routes.ts';
import { messageTemplateRoutes } from './messaging/templates/words-routes.ts';
import { pageRoutes } from './operations/app-pages/routes.ts';
import { dataAuditRoutes } from './operations/audits/data-audits.ts';
import { userAuditRoutes } from './operations/audits/user-audits.ts';
import { systemCompanyRoutes } from './operations/companies/routes.ts';
import { fileUploadRoutes } from './operations/file-uploads/routes.ts';
import { healthRoutes } from './operations/health/routes.ts';
import { jobRoutes } from './operations/jobs/routes.ts';
import { languageRoutes } from './operations/languages/routes.ts';
import { systemLogRoutes } from './operations/logs/routes.ts';
import { menuRoutes } from './operations/menu/routes.ts';
import { appSettingRoutes } from './operations/settings.ts';
import { tableSettingRoutes } from './operations/table-settings.ts';
import { geolocationRoutes } from './places/routes.ts';
import { apiPages } from './site/api-docs/api-pages.ts';
import { applicationRoutes } from './site/application.ts';
import { bannerRoutes, systemBannerRoutes } from './site/banners/routes.ts';
import { feedbackRoutes } from './site/feedback/routes.ts';
import { homeRoutes } from './site/home/routes.ts';
import type { Middleware } from './site/html/development.ts';
import { type Template, webPages } from './site/html/pages.ts';
import { legalTextRoutes } from './site/legal-texts/routes.ts';
import { searchRoutes } from './site/search/routes.ts';

/** Maximum size of a JSON body (bytes). */
const bodyLimit = 256 * 1024;

const serviceRoutes = {
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
  privacy: privacyRoutes({ beforeDeletion: cancelComingAppointments }),
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
  systemEmailMessageLogs: systemEmailMessageLogRoutes,
  systemEmailMessages: systemEmailMessageRoutes,
  systemMessageTemplates: messageTemplateRoutes,
  systemSmsGateways: smsGatewayRoutes,
  systemSmtps: smtpRoutes,
  systemPeople: systemPeopleRoutes,
  ...templateRoutes(sampleView),
} satisfies Record<keyof typeof services, ServiceRoutes>;

/** Builds the server on the services; the caller is responsible for `listen` and `close`. */
export async function buildApp(
  services: Services,
  options: { webRoot?: string; template?: Template; middleware?: Middleware } = {},
): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: services.config.trustProxy,
    forceCloseConnections: 'idle',
    // `drainOnClose` handles closing, with answers like all others.
    return503OnClosing: false,
    // An address that the router rejects.
    frameworkErrors: (_error, request, reply) => {
      void refuse(request, reply.headers(minimalHeaders), new Refusal(400, 'error.body'));
    },
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  // Bodies are JSON only: forms of other sites can send text/plain.
  server.removeContentTypeParser('text/plain');
  answerErrors(server);
  await server.register(fastifyCookie);
  await server.register(fastifyCompress, { global: true, encodings: ['gzip', 'identity'], threshold: 2048 });
  // Called, not registered: hooks inside a plugin would not reach the routes beside it.
  await secureHeaders(server, { services, development: options.middleware !== undefined });
  drainOnClose(server);
  const { middleware } = options;
  if (middleware) {
    server.addHook('onRequest', (request, reply, done) => {
      if (/^\/(api|demo)\//i.test(request.url)) return done();
      middleware(request.raw, reply.raw, done);
    });
  }
  const { maxDelayMs } = services.config;
  await server.register(fastifyUnderPressure, { maxEventLoopDelay: maxDelayMs, retryAfter: 5 });
  if (services.config.requestsPerMinute > 0) {
    await server.register(fastifyRateLimit, { max: services.config.requestsPerMinute, timeWindow: '1 minute' });
  }
  await healthRoutes(server, { services });
  for (const service of Object.values(serviceRoutes)) mount(server, services, service);
  await server.register(socialCallback, { services });
  await server.register(apiPages);
  await server.register(storedMailPages, { services });
  await server.register(webPages, { services, root: options.webRoot, template: options.template });
  server.setNotFoundHandler((request, reply) => refuse(request, reply, notFound()));
  return server;
}
