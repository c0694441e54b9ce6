// Joins the account page (identity), the calendar setup (booking) and feeds (links), areas that do not import each
// other.
import { CalendarSetup } from './booking/calendar-setup/calendar-setup.tsx';
import { MyAccountPage } from './identity/account/my-account-page.tsx';
import { OwnFeeds } from './links/feeds/own-feeds.tsx';
import { OtherCalendars } from './links/outside/other-calendars.tsx';

export function MyAccount() {
  return (
    <MyAccountPage calendarSetup={<CalendarSetup />} calendarFeeds={<OwnFeeds />} otherCalendars={<OtherCalendars />} />
  );
}
