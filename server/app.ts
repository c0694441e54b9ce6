// The application: mounts every feature once on a set of services, and answers requests.
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyRateLimit from '@fastify/rate-limit';
import fastifyUnderPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { services } from '#contract/all.ts';
import { bookingArea } from './booking/area.ts';
import { visitMayStillSend } from './booking/notifications/may-still-send.ts';
import { visitKeptCauses } from './booking/notifications/renew-mail.ts';
import { sampleView } from './booking/notifications/sample-appointment.ts';
import { visitWhenSent } from './booking/notifications/when-sent.ts';
import { correctZone, lockAllCalendars } from './booking/visits/correct-zone.ts';
import { listShifted } from './booking/visits/list-shifted.ts';
import { cancelComingVisits } from './booking/visits/visits-of-deleted-account.ts';
import { campaignsArea } from './campaigns/area.ts';
import { responsePages } from './campaigns/response/response-pages.ts';
import { campaignWhenAnswered } from './campaigns/response/when-answered.ts';
import { campaignMayStillSend } from './campaigns/sending/may-still-send.ts';
import { campaignWhenSent } from './campaigns/sending/when-sent.ts';
import { companyArea } from './company/area.ts';
import { customersArea } from './customers/area.ts';
import { demoPaperPages } from './demo/printer/paper-pages.ts';
import { devicesArea } from './devices/area.ts';
import { deviceDoors } from './devices/doors/doors.ts';
import { fetchDevicePackage } from './devices/packages/fetch-package.ts';
import { filesArea } from './files/area.ts';
import { identityArea } from './identity/area.ts';
import { socialCallback } from './identity/social/social-callback.ts';
import type { MenuEntry } from './lib/area.ts';
import type { Services } from './lib/context.ts';
import { type BodyDeadlines, bodyDeadlines, limitBodyTime } from './lib/http/body-deadline.ts';
import { drainOnClose } from './lib/http/drain.ts';
import { answerErrors, refuse } from './lib/http/errors.ts';
import { warnWhenProxied } from './lib/http/proxied.ts';
import { readJson } from './lib/http/read-json.ts';
import { watchCalls } from './lib/http/recent-calls.ts';
import { minimalHeaders, secureHeaders } from './lib/http/secure-headers.ts';
import { mount, type ServiceRoutes } from './lib/http/serve.ts';
import { networkOf } from './lib/http/throttle.ts';
import { notFound, Refusal } from './lib/refusal.ts';
import { linksArea } from './links/area.ts';
import { feedDoor } from './links/feeds/feed-door.ts';
import { messagingArea } from './messaging/area.ts';
import { storedMailPages } from './messaging/mail/stored-mail-pages.ts';
import { smsHooks } from './messaging/sms/hooks.ts';
import { moneyArea } from './money/area.ts';
import { paymentHooks } from './money/attempts/hooks.ts';
import { moneyMayStillSend } from './money/invoices/may-still-send.ts';
import { pdfPages } from './money/invoices/pdf/pdf-pages.ts';
import { operationsArea } from './operations/area.ts';
import { downloadBackup } from './operations/backups/download-backup.ts';
import { healthRoutes } from './operations/health/routes.ts';
import { placesArea } from './places/area.ts';
import { tileRoutes } from './places/map-tiles.ts';
import { reportsArea } from './reports/area.ts';
import { apiPages } from './site/api-docs/api-pages.ts';
import { siteArea } from './site/area.ts';
import type { Middleware } from './site/html/development.ts';
import { inlineScripts } from './site/html/inline-scripts.ts';
import { type PageTemplate, webPages } from './site/html/pages.ts';
import { tillArea } from './till/area.ts';

/** For so long after it listens (ms), delays of the event loop may stem from the start. */
const startTime = 3_000;
/** Maximum size of a JSON body (bytes). */
const bodyLimit = 256 * 1024;

const identity = identityArea({ beforeDeletion: cancelComingVisits });
const company = companyArea({ lock: lockAllCalendars, correct: correctZone, listShifted });
/** Records of each cause about messages that were sent. */
export const whenSent = [...visitWhenSent, ...campaignWhenSent];
/** Whether each cause still wants its messages. */
export const mayStillSend = { ...visitMayStillSend, ...campaignMayStillSend, ...moneyMayStillSend };
const messaging = messagingArea(sampleView, { whenSent, mayStillSend, kept: visitKeptCauses });
const files = filesArea(
  async (context, input) => (await downloadBackup(context, input)) ?? fetchDevicePackage(context, input),
);

/** Exhaustive by its type: a service that no area serves does not compile. */
const serviceRoutes = {
  ...siteArea.routes,
  ...operationsArea.routes,
  ...reportsArea.routes,
  ...campaignsArea.routes,
  ...moneyArea.routes,
  ...tillArea.routes,
  ...linksArea.routes,
  ...bookingArea.routes,
  ...customersArea.routes,
  ...company.routes,
  ...identity.routes,
  ...devicesArea.routes,
  ...messaging.routes,
  ...files.routes,
  ...placesArea.routes,
} satisfies Record<keyof typeof services, ServiceRoutes>;

/** The pages of all areas and the items of the menu that lead to them. */
export const menuEntries: readonly MenuEntry[] = [
  siteArea,
  operationsArea,
  campaignsArea,
  reportsArea,
  moneyArea,
  tillArea,
  bookingArea,
  customersArea,
  company,
  identity,
  devicesArea,
  messaging,
].flatMap(({ menu }) => menu);

/** Builds the server on a set of services; `listen` and `close` are the caller's. */
export async function buildApp(
  services: Services,
  options: { webRoot?: string; template?: PageTemplate; middleware?: Middleware; deadlines?: BodyDeadlines } = {},
): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    // For what `limitBodyTime` does not see, such as headers.
    requestTimeout: bodyDeadlines.file,
    trustProxy: services.config.trustProxy,
    forceCloseConnections: 'idle',
    // `drainOnClose` handles closing, with answers like all others.
    return503OnClosing: false,
    // An address that the router rejects.
    frameworkErrors: (_error, request, reply) => {
      void refuse(request, reply.headers(minimalHeaders), new Refusal(400, 'error.body'));
    },
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
  // Bodies are JSON only: forms of other sites can send text/plain.
  server.removeContentTypeParser('text/plain');
  readJson(server);
  answerErrors(server);
  await server.register(fastifyCookie);
  await server.register(fastifyCompress, { global: true, encodings: ['gzip', 'identity'], threshold: 2048 });
  const scripts = options.webRoot ? await inlineScripts(options.webRoot) : [];
  secureHeaders(server, { services, scripts, development: options.middleware !== undefined });
  drainOnClose(server);
  limitBodyTime(server, options.deadlines);
  warnWhenProxied(server, services);
  const { middleware } = options;
  if (middleware) {
    server.addHook('onRequest', (request, reply, done) => {
      if (/^\/(api|demo)\//i.test(request.url)) return done();
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
      middleware(request.raw, reply.raw, done);
    });
  }
  let listeningSince = Number.NaN;
  server.addHook('onListen', async () => {
    listeningSince = performance.now();
  });
  await server.register(fastifyUnderPressure, {
    maxEventLoopDelay: services.config.maxDelayMs,
    retryAfter: 5,
    // The first measurements include the start itself, which does much at once.
    pressureHandler() {
      if (performance.now() - listeningSince > startTime) throw new Refusal(503, 'error.busy', { retryAfter: 5 });
    },
  });
  if (services.config.requestsPerMinute > 0) {
    await server.register(fastifyRateLimit, {
      max: services.config.requestsPerMinute,
      timeWindow: '1 minute',
      keyGenerator: (request) => networkOf(request.ip),
      // The files of the browser part, which a first visit loads together, icons and the manifest, parts of the street
      // map, and hooks, of which one vendor or one shop sends many.
      allowList: ({ url }) =>
        /^\/(assets\/|tiles\/|app\/(icon-|manifest\.)|favicon\.svg|push-worker\.js|api\/hooks\/)/.test(url),
    });
  }
  await healthRoutes(server, { services });
  watchCalls(server, services.database);
  for (const service of Object.values(serviceRoutes)) mount(server, services, service);
  await server.register(socialCallback, { services });
  await server.register(apiPages);
  await server.register(responsePages, { services });
  await server.register(storedMailPages, { services });
  await server.register(demoPaperPages, { services });
  await server.register(pdfPages, { services });
  await server.register(smsHooks, { services, whenAnswered: campaignWhenAnswered });
  await server.register(paymentHooks, { services });
  await server.register(deviceDoors, { services });
  await server.register(feedDoor, { services });
  await server.register(tileRoutes, { services });
  await server.register(webPages, { services, root: options.webRoot, template: options.template });
  server.setNotFoundHandler((request, reply) => refuse(request, reply, notFound()));
  return server;
}

/** The contract validates and answers; without compilers of its own, Fastify does not load those of JSON schemas. */
function noSchemas(): never {
  throw new Error('Routes have no JSON schemas.');
}
