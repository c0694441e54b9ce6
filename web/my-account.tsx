// Joins the page of the own account, which belongs to identity, with the calendar's setup, which belongs to booking.
import { CalendarSetup } from './booking/calendar-setup/calendar-setup.tsx';
import { MyAccountPage } from './identity/account/my-account-page.tsx';

export function MyAccount() {
  return <MyAccountPage calendarSetup={<CalendarSetup />} />;
}
