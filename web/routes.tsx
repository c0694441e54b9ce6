// The route tree: every address and its page. Pages and the shell of the application load on demand.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { PageAddress } from '#contract/addresses.ts';
import { readCalendarSearch } from './booking/calendar/view/calendar-search.ts';
import { readBusinessSearch } from './booking/public/business-search.ts';
import { readProfileSearch } from './booking/public/profile-search.ts';
import { readShiftSearch } from './booking/shifts/shift-search.ts';
import { readTestSearch } from './campaigns/try-out/test-search.ts';
import { readContactSearch } from './customers/contacts/contact-search.ts';
import { readLoginSearch } from './identity/sign-in/login-search.ts';
import { readRegisterSearch } from './identity/sign-up/register-search.ts';
import { readSetupSearch } from './identity/sign-up/setup-search.ts';
import { isLocked } from './lib/client/session-state.ts';
import { loadAppMessages } from './lib/i18n.ts';
import { listRoutes } from './list-routes.ts';
import { readPdfSearch } from './money/invoices/pdf-search.ts';
import { readPaymentSearch } from './money/payment/payment-search.ts';
import { readReportSearch } from './reports/pages/report-search.ts';
import { BrokenPage } from './shell/broken-page.tsx';
import { PublicShell } from './shell/public-shell.tsx';
import { HomePage } from './site/home/home-page.tsx';
import { readHomeSearch } from './site/home/home-search.ts';

const NotFound = () => <Navigate to="/static/404" replace />;

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const publicPages = createRoute({
  getParentRoute: () => root,
  id: 'public',
  component: PublicShell,
});

const home = createRoute({
  getParentRoute: () => publicPages,
  path: '/',
  validateSearch: readHomeSearch,
  // In the code of every public page: four kilobytes instead of a request of most first visits.
  component: HomePage,
});
const login = createRoute({
  getParentRoute: () => publicPages,
  path: '/user/login',
  validateSearch: readLoginSearch,
  component: lazyRouteComponent(() => import('./identity/sign-in/login-page.tsx'), 'LoginPage'),
});
const loginWithAction = createRoute({
  getParentRoute: () => publicPages,
  path: '/user/login/$actionHash',
  validateSearch: readLoginSearch,
  component: lazyRouteComponent(() => import('./identity/sign-in/login-page.tsx'), 'LoginPage'),
});
const register = createRoute({
  getParentRoute: () => publicPages,
  path: '/user/register',
  validateSearch: readRegisterSearch,
  component: lazyRouteComponent(() => import('./identity/sign-up/register-page.tsx'), 'RegisterPage'),
});
const recover = createRoute({
  getParentRoute: () => publicPages,
  path: '/user/recover',
  component: lazyRouteComponent(() => import('./identity/passwords/recover-page.tsx'), 'RecoverPage'),
});
const newPassword = createRoute({
  getParentRoute: () => publicPages,
  path: '/user/recover/$actionHash',
  component: lazyRouteComponent(() => import('./identity/passwords/recover-page.tsx'), 'NewPasswordPage'),
});
const invite = createRoute({
  getParentRoute: () => publicPages,
  path: '/user/invite/$actionHash',
  component: lazyRouteComponent(() => import('./identity/sign-up/invite-page.tsx'), 'InvitePage'),
});
const verifyCompany = createRoute({
  getParentRoute: () => publicPages,
  path: '/user/verify-company/$actionHash',
  component: lazyRouteComponent(() => import('./company/details/verify-company-page.tsx'), 'VerifyCompanyPage'),
});
const setup = createRoute({
  getParentRoute: () => publicPages,
  path: '/setup',
  validateSearch: readSetupSearch,
  component: lazyRouteComponent(() => import('./identity/sign-up/setup-page.tsx'), 'SetupPage'),
});
const lock = createRoute({
  getParentRoute: () => root,
  path: '/user/lock',
  validateSearch: readLoginSearch,
  component: lazyRouteComponent(() => import('./identity/sessions/lock-page.tsx'), 'LockPage'),
});
const forbidden = createRoute({
  getParentRoute: () => publicPages,
  path: '/static/403',
  component: lazyRouteComponent(() => import('./shell/forbidden-page.tsx'), 'ForbiddenPage'),
});
const notFound = createRoute({
  getParentRoute: () => publicPages,
  path: '/static/404',
  component: lazyRouteComponent(() => import('./shell/not-found-page.tsx'), 'NotFoundPage'),
});
const appointment = createRoute({
  getParentRoute: () => publicPages,
  path: '/appointment/$actionHash/$action',
  // Moving is a step of the history, which Back leaves.
  validateSearch: ({ move }: { move?: unknown }): { move?: true } => (move ? { move: true } : {}),
  component: lazyRouteComponent(() => import('./links/feeds/appointment-with-feed.tsx'), 'AppointmentWithFeed'),
});
const mine = createRoute({
  getParentRoute: () => publicPages,
  path: '/appointments',
  component: lazyRouteComponent(() => import('./booking/public/mine/my-appointments-page.tsx'), 'MyAppointmentsPage'),
});
const mineByLink = createRoute({
  getParentRoute: () => publicPages,
  path: '/appointments/$actionHash',
  component: lazyRouteComponent(() => import('./booking/public/mine/my-appointments-page.tsx'), 'MyAppointmentsPage'),
});
const payment = createRoute({
  getParentRoute: () => publicPages,
  path: '/payment',
  validateSearch: readPaymentSearch,
  // Outside the application's frame, with its texts: only people of a company see it.
  component: lazyRouteComponent(
    () => Promise.all([import('./money/payment/payment-page.tsx'), loadAppMessages()]).then(([page]) => page),
    'PaymentPage',
  ),
});
const pdf = createRoute({
  getParentRoute: () => publicPages,
  path: '/pdf',
  validateSearch: readPdfSearch,
  // As `/payment`: readers of a mail and people of a company see it.
  component: lazyRouteComponent(
    () => Promise.all([import('./money/invoices/pdf-page.tsx'), loadAppMessages()]).then(([page]) => page),
    'PdfPage',
  ),
});
const campaignTest = createRoute({
  getParentRoute: () => publicPages,
  path: '/marketing/test',
  validateSearch: readTestSearch,
  // Outside the application's frame, with its texts: only people of a company see it.
  component: lazyRouteComponent(
    () => Promise.all([import('./campaigns/try-out/test-page.tsx'), loadAppMessages()]).then(([page]) => page),
    'CampaignTestPage',
  ),
});
const unsubscribe = createRoute({
  getParentRoute: () => publicPages,
  path: '/marketing/unsubscribe/$token',
  component: lazyRouteComponent(() => import('./campaigns/response/unsubscribe-page.tsx'), 'UnsubscribePage'),
});
const messageLink = createRoute({
  getParentRoute: () => publicPages,
  path: '/marketing/link/$token/$link',
  component: lazyRouteComponent(() => import('./campaigns/response/link-page.tsx'), 'LinkPage'),
});
const privacyPolicy = createRoute({
  getParentRoute: () => root,
  path: '/privacy-policy',
  beforeLoad: () => {
    throw redirect({ to: '/privacy', replace: true });
  },
});
const terms = createRoute({
  getParentRoute: () => publicPages,
  path: '/terms',
  component: lazyRouteComponent(() => import('./site/legal-texts/text-page.tsx'), 'TermsPage'),
});
const privacy = createRoute({
  getParentRoute: () => publicPages,
  path: '/privacy',
  component: lazyRouteComponent(() => import('./site/legal-texts/text-page.tsx'), 'PrivacyPage'),
});
const cookies = createRoute({
  getParentRoute: () => publicPages,
  path: '/cookies',
  component: lazyRouteComponent(() => import('./site/legal-texts/text-page.tsx'), 'CookiesPage'),
});
const feedback = createRoute({
  getParentRoute: () => publicPages,
  path: '/feedback',
  component: lazyRouteComponent(() => import('./site/feedback/feedback-page.tsx'), 'FeedbackPage'),
});
const profile = createRoute({
  getParentRoute: () => publicPages,
  path: '/$locationUrlName/$userUrlName',
  validateSearch: readProfileSearch,
  component: lazyRouteComponent(() => import('./booking/public/profile/profile-page.tsx'), 'ProfilePage'),
});
const business = createRoute({
  getParentRoute: () => publicPages,
  path: '/$locationUrlName',
  validateSearch: readBusinessSearch,
  component: lazyRouteComponent(() => import('./booking/public/business/business-page.tsx'), 'BusinessProfile'),
});
const embed = createRoute({
  // Without header and footer: the page around the frame has its own.
  getParentRoute: () => root,
  path: '/embed/$locationUrlName',
  validateSearch: readBusinessSearch,
  component: lazyRouteComponent(() => import('./booking/public/business/embed-page.tsx'), 'EmbedPage'),
});

const app = createRoute({
  getParentRoute: () => root,
  path: '/app',
  beforeLoad({ location }) {
    if (isLocked()) throw redirect({ to: '/user/lock', search: { to: location.href }, replace: true });
  },
  // Loads the texts of the signed-in area with the shell.
  component: lazyRouteComponent(
    () => Promise.all([import('./app-start.ts'), loadAppMessages()]).then(([{ AppShell }]) => ({ AppShell })),
    'AppShell',
  ),
});
const appStart = createRoute({
  getParentRoute: () => app,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/app/home', replace: true });
  },
});
const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/home',
  component: lazyRouteComponent(() => import('./app-start.ts'), 'DashboardPage'),
});
const myAccount = createRoute({
  getParentRoute: () => app,
  path: '/user/my-account',
  component: lazyRouteComponent(() => import('./my-account.tsx'), 'MyAccount'),
});
const calendars = createRoute({
  getParentRoute: () => app,
  path: '/user/calendars',
  validateSearch: readCalendarSearch,
  component: lazyRouteComponent(() => import('./booking/calendar/calendars.ts'), 'CalendarPage'),
});
const till = createRoute({
  getParentRoute: () => app,
  path: '/user/till',
  component: lazyRouteComponent(() => import('./till/page/till-page.tsx'), 'TillPage'),
});
const companyDetails = createRoute({
  getParentRoute: () => app,
  path: '/company/details',
  component: lazyRouteComponent(() => import('./company/details/company-details-page.tsx'), 'CompanyDetailsPage'),
});
const receiptDetails = createRoute({
  getParentRoute: () => app,
  path: '/company/receipt-details',
  component: lazyRouteComponent(
    () => import('./company/receipt-details/receipt-details-page.tsx'),
    'ReceiptDetailsPage',
  ),
});
const companyTill = createRoute({
  getParentRoute: () => app,
  path: '/company/till',
  component: lazyRouteComponent(() => import('./till/places/till-places-page.tsx'), 'TillPlacesPage'),
});
const companyBilling = createRoute({
  getParentRoute: () => app,
  path: '/company/billing',
  component: lazyRouteComponent(() => import('./money/billing/company-billing-page.tsx'), 'CompanyBillingPage'),
});
const contact = createRoute({
  getParentRoute: () => app,
  path: '/company/contacts/$id',
  validateSearch: readContactSearch,
  component: lazyRouteComponent(() => import('./contact-card.tsx'), 'ContactCard'),
});
const employee = createRoute({
  getParentRoute: () => app,
  path: '/company/employees/$id',
  component: lazyRouteComponent(() => import('./employee.tsx'), 'Employee'),
});
const shifts = createRoute({
  getParentRoute: () => app,
  path: '/company/employees/shifts',
  validateSearch: readShiftSearch,
  component: lazyRouteComponent(() => import('./booking/shifts/shifts-page.tsx'), 'ShiftsPage'),
});
const reports = (
  [
    ['/company/reports/calendar-events', 'EventsReport'],
    ['/company/reports/email', 'MailReport'],
    ['/company/reports/sms', 'SmsReport'],
    ['/company/reports/Income', 'IncomeReport'],
    ['/company/reports/marketing', 'MarketingReport'],
    ['/company/reports/company', 'CompanyReport'],
  ] as const
).map(([path, component]) =>
  createRoute({
    getParentRoute: () => app,
    path,
    validateSearch: readReportSearch,
    component: lazyRouteComponent(() => import('./reports/pages/report-pages.ts'), component),
  }),
);
const seller = createRoute({
  getParentRoute: () => app,
  path: '/system/seller',
  component: lazyRouteComponent(() => import('./money/seller/seller-page.tsx'), 'SellerPage'),
});
const systemDomains = createRoute({
  getParentRoute: () => app,
  path: '/system/email/domains',
  component: lazyRouteComponent(() => import('./messaging/domains/system-domains-page.tsx'), 'SystemDomainsPage'),
});
const companyDomain = createRoute({
  getParentRoute: () => app,
  path: '/company/email/domain',
  component: lazyRouteComponent(() => import('./messaging/domains/company-domain-page.tsx'), 'CompanyDomainPage'),
});
const typePrinters = createRoute({
  getParentRoute: () => app,
  path: '/company/listing/type-printers',
  component: lazyRouteComponent(() => import('./devices/types/type-printers-page.tsx'), 'TypePrintersPage'),
});
const emailCampaigns = createRoute({
  getParentRoute: () => app,
  path: '/company/marketing/email',
  component: lazyRouteComponent(() => import('./campaigns/manage/campaigns-page.tsx'), 'EmailCampaignsPage'),
});
const smsCampaigns = createRoute({
  getParentRoute: () => app,
  path: '/company/marketing/sms',
  component: lazyRouteComponent(() => import('./campaigns/manage/campaigns-page.tsx'), 'SmsCampaignsPage'),
});
const menu = createRoute({
  getParentRoute: () => app,
  path: '/system/menu',
  component: lazyRouteComponent(() => import('./operations/menu/menu-page.tsx'), 'MenuPage'),
});
const doctor = createRoute({
  getParentRoute: () => app,
  path: '/system/doctor',
  component: lazyRouteComponent(() => import('./operations/doctor/doctor-page.tsx'), 'DoctorPage'),
});

// List addresses are data. Typing them as an empty list keeps the link types of the other routes exact.
const lists = listRoutes(app) as unknown as [];

// Without these, an unknown two-part address under one of our prefixes would match a person's profile.
const reservedRoutes = (['/app/$', '/user/$', '/static/$', '/appointment/$', '/api/$', '/embed/$'] as const).map(
  (path) => createRoute({ getParentRoute: () => root, path, component: NotFound }),
);

const routeTree = root.addChildren([
  publicPages.addChildren([
    home,
    login,
    loginWithAction,
    register,
    recover,
    newPassword,
    invite,
    verifyCompany,
    setup,
    forbidden,
    notFound,
    appointment,
    mine,
    mineByLink,
    payment,
    pdf,
    campaignTest,
    unsubscribe,
    messageLink,
    terms,
    privacy,
    cookies,
    feedback,
    profile,
    business,
  ]),
  lock,
  embed,
  privacyPolicy,
  app.addChildren([
    appStart,
    dashboard,
    myAccount,
    calendars,
    till,
    companyDetails,
    receiptDetails,
    companyTill,
    companyBilling,
    contact,
    employee,
    shifts,
    emailCampaigns,
    smsCampaigns,
    ...reports,
    seller,
    systemDomains,
    companyDomain,
    typePrinters,
    menu,
    doctor,
    ...lists,
  ]),
  ...reservedRoutes,
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
});

// Compiles only if the server knows the same addresses, and answers all others with 404. The server looks profiles and
// businesses up.
type PublicPath = '/$locationUrlName/$userUrlName' | '/$locationUrlName' | '/embed/$locationUrlName';
type UnlistedPath = '/app/' | '/static/404' | '/privacy-policy' | PublicPath | `${string}/$`;
type RoutePath = Exclude<keyof typeof router.routesByPath, UnlistedPath>;
({}) satisfies Record<Exclude<RoutePath, PageAddress> | Exclude<PageAddress, RoutePath>, never>;

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
