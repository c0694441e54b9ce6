// The server's part of a page: title, description, the light first drawing and the data for it.
import type { FastifyRequest } from 'fastify';
import { addresses } from '#contract/addresses.ts';
import { services } from '#contract/all.ts';
import type { Profile } from '#contract/booking/public.ts';
import { addressOf } from '#contract/lib/address.ts';
import { toWire } from '#contract/lib/wire.ts';
import { isReservedName } from '#contract/public-names.ts';
import { readBusinessPage } from '#server/booking/business-page/read-business-page.ts';
import { readProfile } from '#server/booking/public/read-profile.ts';
import { isDatabaseUnavailable } from '#server/db/database-away.ts';
import { socialLoginSettings } from '#server/identity/social/social-login-settings.ts';
import type { Context, Services } from '#server/lib/context.ts';
import { escapeHtml, escapeJson } from '#server/lib/escape.ts';
import { contextOf } from '#server/lib/http/serve.ts';
import { publicWords, translate } from '#server/lib/i18n.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { cookieName, readSession } from '#server/lib/session/session.ts';
import { defaultPlace } from '#server/places/default-place.ts';
import { searchByWords } from '#server/site/home/search.ts';
import { businessHead, embedHead } from './business-head.ts';
import { profileHead } from './profile-head.ts';
import { readFrame } from './read-frame.ts';
import { renderBusinessHtml } from './render-business.ts';
import { renderHomeHtml } from './render-home.ts';
import { renderProfileHtml } from './render-profile.ts';

/** Page size of the home page; the browser makes the same call. */
const homePageSize = 4;

export interface PageContent {
  status: number;
  language: string;
  head: string;
  body: string;
  data: string;
  /** True if the data has answers to the caller: no cache may keep the page. */
  isPersonal: boolean;
  /** The origins of other sites that may show the page in a frame. Without any, a page of ours may: the preview. */
  embedOrigins?: readonly string[] | undefined;
}

/** Facts about a page before it is rendered. */
type KnownPage = Omit<PageContent, 'data' | 'isPersonal'> & { answers: Record<string, unknown> };

/**
 * Addresses that the browser part answers without data from the server. Any other address of two parts is a profile.
 */
const knownPages = [
  ...addresses.map((address) => new RegExp(`^${address.replaceAll(/\/\$\w+/g, '/[^/]+')}/?$`, 'i')),
  // The start of addresses such as `/daybook/#/app/home`; the browser part reads the rest.
  /^\/daybook\/?$/i,
];
/** The pages of the application, and those of them that show the caller's calendars. */
const appPaths = /^\/app(\/|$)/;
const calendarPaths = /^\/app\/(home|user\/calendars)\/?$/;
/** Pages of one record that only its company sees. */
const recordPaths = /^\/(payment|pdf)\/?$/i;
const dashboardPath = /^\/app\/home\/?$/;
/** The booking form of a business for frames of other sites. */
const embedPath = /^\/embed\/([^/]+)\/?$/i;
/** The pages for signing in and signing up. */
const signInPaths = /^\/user\/(login|register|invite)(\/[^/]+)?\/?$/;

/**
 * The page for an address. While the database is unavailable, the bare page with status 503: the browser part reports
 * that and retries.
 */
export async function pageFor(services: Services, request: FastifyRequest): Promise<PageContent> {
  const context = contextOf(services, request);
  const orUnavailable = <T>(rendering: Promise<T>, otherwise: T) =>
    rendering.catch((error: unknown) => {
      if (!(error instanceof Error && isDatabaseUnavailable(error))) throw error;
      context.log.warn({ err: error }, 'page without its content');
      return otherwise;
    });
  const [{ answers, ...page }, frame, own] = await Promise.all([
    orUnavailable(knownPage(context, request), plain(context, 503, siteTitle(context))),
    orUnavailable(readFrame(context), { answers: {}, cookieTexts: {} }),
    ownAnswers(context, request),
  ]);
  const { language } = context.visitor;
  const data = {
    language,
    words: publicWords(language),
    answers: { ...frame.answers, ...answers, ...own },
    cookieTexts: frame.cookieTexts,
  };
  // A payment or invoice that the caller may not see is like one that does not exist.
  const isUnknown = recordPaths.test(decodePath(request.url)) && Object.keys(own).length === 0;
  const status = isUnknown && page.status === 200 ? 404 : page.status;
  return { ...page, status, data: escapeJson(data), isPersonal: Object.keys(own).length > 0 };
}

/**
 * Answers the first calls of every page of the application, by the operations that the browser would call: with the
 * same checks of the session and of rights. A refused call is missing; the browser makes it itself and reports why.
 */
async function ownAnswers(context: Context, request: FastifyRequest): Promise<Record<string, unknown>> {
  const path = decodePath(request.url);
  if (recordPaths.test(path)) return recordAnswer(request, path);
  if (!appPaths.test(path) || !context.cookies.get(cookieName(context.publicUrl))) return {};
  const reads = [
    addressOf(services.user.getCurrent, {}),
    // The menu counts them.
    addressOf(services.visits.getRequests, {}),
    // Administrators read whether mails leave.
    addressOf(services.application.getMailStates, {}),
    ...(calendarPaths.test(path) ? [addressOf(services.calendars.getAllCalendars, {})] : []),
    // The key figures of the dashboard, for administrators.
    ...(dashboardPath.test(path) ? [addressOf(services.reports.getWeek, {}), addressOf(services.company.get, {})] : []),
  ];
  return answersTo(reads, request);
}

/**
 * The payment or invoice that the address names, in any spelling of its parameters; nothing for callers who may not see
 * it.
 */
function recordAnswer(request: FastifyRequest, path: string): Promise<Record<string, unknown>> {
  const [, id = ''] = /[?&]id=([\w-]{36})(?:&|$)/i.exec(request.url) ?? [];
  if (!id) return answersTo([], request);
  if (/^\/payment/i.test(path)) return answersTo([addressOf(services.companyPayments.getCheckout, { id })], request);
  const [, token] = /[?&]token=([\w-]{1,100})(?:&|$)/i.exec(request.url) ?? [];
  return answersTo([addressOf(services.invoiceDocuments.get, { id, token })], request);
}

/** Makes the calls as the caller, and returns the answers of those that succeed, by address. */
async function answersTo(urls: readonly string[], request: FastifyRequest): Promise<Record<string, unknown>> {
  const { cookie = '', 'user-agent': agent = '', 'accept-language': languages = '' } = request.headers;
  const headers = { cookie, 'user-agent': agent, 'accept-language': languages };
  const answers = await Promise.all(
    urls.map(async (url) => {
      const answer = await request.server.inject({ url, headers, remoteAddress: request.ip });
      return answer.statusCode === 200 ? [[url, answer.json()]] : [];
    }),
  );
  return Object.fromEntries(answers.flat());
}

async function knownPage(context: Context, request: FastifyRequest): Promise<KnownPage> {
  const path = decodePath(request.url);
  if (path === '/') return homePage(context, request);
  if (signInPaths.test(path)) return signInPage(context);
  if (appPaths.test(path)) return appPage(context, path);
  if (knownPages.some((pattern) => pattern.test(path))) return plain(context, 200, siteTitle(context));
  const [, embedded] = embedPath.exec(path) ?? [];
  if (embedded) return businessPageAt(context, embedded, true);
  const [, locationUrlName, userUrlName, rest] = path.split('/');
  if (locationUrlName && !userUrlName && rest === undefined && !isReservedName(locationUrlName)) {
    return businessPageAt(context, locationUrlName, false);
  }
  if (locationUrlName && userUrlName && !rest && !isReservedName(locationUrlName)) {
    return profilePage(context, { locationUrlName, userUrlName });
  }
  return plain(context, 404, translate(context.visitor.language, 'page.notFound'));
}

/** Includes the buttons of other sites: the layout does not shift while loading. */
function signInPage(context: Context): KnownPage {
  const { output } = services.application.getSocialLoginSettings;
  const answer = toWire(output, socialLoginSettings(context));
  const address = addressOf(services.application.getSocialLoginSettings, {});
  return { ...plain(context, 200, siteTitle(context)), answers: { [address]: answer } };
}

/** Includes the style of maps, which several pages show. */
async function appPage(context: Context, path: string): Promise<KnownPage> {
  if (!knownPages.some((pattern) => pattern.test(path))) {
    return plain(context, 404, translate(context.visitor.language, 'page.notFound'));
  }
  return { ...plain(context, 200, siteTitle(context)), answers: await defaultPlaceAnswer(context) };
}

async function defaultPlaceAnswer(context: Context): Promise<Record<string, unknown>> {
  const { getDefault } = services.geolocations;
  return { [addressOf(getDefault, {})]: toWire(getDefault.output, await defaultPlace(context)) };
}

/** The home page at its start; with a search or a place in the address, the browser makes the call. */
async function homePage(context: Context, request: FastifyRequest): Promise<KnownPage> {
  const place = await defaultPlaceAnswer(context);
  const page = { ...plain(context, 200, siteTitle(context)), answers: place };
  if (request.url.includes('?')) return page;
  const input = { pageNr: 1, rowsPerPage: homePageSize, str: '' };
  const hits = await searchByWords(context, input);
  const answer = toWire(services.home.search.output, hits);
  return {
    ...page,
    body: renderHomeHtml(context.visitor.language, hits.data),
    answers: { ...place, [addressOf(services.home.search, input)]: answer },
  };
}

async function profilePage(
  context: Context,
  profileAddress: { locationUrlName: string; userUrlName: string },
): Promise<KnownPage> {
  context.user = await readSession(context, true);
  const profile = await readProfile(context, profileAddress);
  if (!profile.profileExists) return plain(context, 404, translate(context.visitor.language, 'page.notFound'));
  const address = addressOf(services.publicCalendars.getProfile, profileAddress);
  return {
    status: 200,
    language: context.visitor.language,
    head: profileHead(context, profileAddress, profile),
    body: renderProfileHtml(context.visitor.language, profile),
    answers: { [address]: wire(profile) },
  };
}

/** The page of a business, or its booking form for frames of other sites. */
async function businessPageAt(context: Context, locationUrlName: string, isEmbedded: boolean): Promise<KnownPage> {
  const found = await readBusinessPage(context, locationUrlName).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.status === 404)) throw error;
  });
  if (!found) return plain(context, 404, translate(context.visitor.language, 'page.notFound'));
  const { page, embedOrigins } = found;
  const { getPage } = services.publicLocations;
  const answers = { [addressOf(getPage, { locationUrlName })]: toWire(getPage.output, page) };
  const { language } = context.visitor;
  if (isEmbedded)
    return { status: 200, language, head: embedHead(context, page, embedOrigins), body: '', answers, embedOrigins };
  return {
    status: 200,
    language,
    head: businessHead(context, page),
    body: renderBusinessHtml(language, page),
    answers,
  };
}

function wire(profile: Profile): unknown {
  return toWire(services.publicCalendars.getProfile.output, profile);
}

function plain(context: Context, status: number, title: string): KnownPage {
  const description = translate(context.visitor.language, 'page.description');
  return {
    status,
    language: context.visitor.language,
    head:
      `<title>${escapeHtml(title)}</title><meta name="description" content="${escapeHtml(description)}">` +
      (status === 200 ? '' : '<meta name="robots" content="noindex">'),
    body: '',
    answers: {},
  };
}

function siteTitle(context: Context): string {
  return translate(context.visitor.language, 'page.title');
}

function decodePath(url: string): string {
  const path = url.split('?', 1)[0] ?? '/';
  try {
    return decodeURIComponent(path);
  } catch {
    return '/%';
  }
}
