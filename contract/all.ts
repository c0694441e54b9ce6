// Every service there is: what the API pages list, the server must serve and the access test calls.
import { account, push } from './account.ts';
import { application } from './application.ts';
import { banners } from './banners.ts';
import { calendarSetup } from './calendar-settings.ts';
import { calendars } from './calendars.ts';
import { company } from './company.ts';
import { companyUsers } from './company-users.ts';
import { files, images } from './files.ts';
import { geolocations } from './geolocations.ts';
import { companyDismissals, companyGrants, groupGrants, systemDismissals, systemGrants } from './grants.ts';
import { home } from './home.ts';
import type { Service } from './lib/service.ts';
import { menuItems } from './menu-items.ts';
import { privacy } from './privacy.ts';
import { publicCalendars } from './public-calendars.ts';
import { reminders } from './reminders.ts';
import { resourceServices } from './resources.ts';
import { searches } from './searches.ts';
import { secondFactor } from './second-factor.ts';
import { sessions } from './sessions.ts';
import { social } from './social.ts';
import { systemUsers } from './system-users.ts';
import { user } from './user.ts';
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
