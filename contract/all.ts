// Every service: the API pages list them, the server serves them, the access test calls them.

import { calendars } from './booking/calendar.ts';
import { calendarSetup } from './booking/calendar-setup.ts';
import { publicCalendars } from './booking/public.ts';
import { company } from './company/details.ts';
import { files, images } from './files.ts';
import { account, push } from './identity/account.ts';
import { companyUsers } from './identity/company-users.ts';
import { companyDismissals, companyGrants, groupGrants, systemDismissals, systemGrants } from './identity/grants.ts';
import { privacy } from './identity/privacy.ts';
import { secondFactor } from './identity/second-factor.ts';
import { sessions } from './identity/sessions.ts';
import { user } from './identity/sign-in.ts';
import { social } from './identity/social.ts';
import { systemUsers } from './identity/system-users.ts';
import type { Service } from './lib/service.ts';
import { reminders } from './messaging/feed.ts';
import { menuItems } from './operations/menu.ts';
import { geolocations } from './places.ts';
import { resourceServices } from './resources.ts';
import { application } from './site/application.ts';
import { banners } from './site/banners.ts';
import { home } from './site/home.ts';
import { searches } from './site/search.ts';
export const services = {
  home,
  publicCalendars,
  banners,
  geolocations,
  application,
  user,
  sessions,
  secondFactor,
  account,
  push,
  social,
  calendars,
  calendarSetup,
  company,
  menuItems,
  companyUsers,
  systemUsers,
  companyGrants,
  companyDismissals,
  systemGrants,
  systemDismissals,
  groupGrants,
  searches,
  privacy,
  reminders,
  files,
  images,
  ...resourceServices,
} satisfies Record<string, Service>;
