// Joins the account page (identity) and the calendar setup (booking), areas that do not import each other.
import { CalendarSetup } from './booking/calendar-setup/calendar-setup.tsx';
import { MyAccountPage } from './identity/account/my-account-page.tsx';

export function MyAccount() {
  return <MyAccountPage calendarSetup={<CalendarSetup />} />;
}
