// Joins the page of an employee (company) and the calendar setup (booking), areas that do not import each other.
import { CalendarSetupOf } from './booking/calendar-setup/calendar-setup.tsx';
import { EmployeePage } from './company/people/employee-page.tsx';

export function Employee() {
  return <EmployeePage calendarSetup={(calendarId) => <CalendarSetupOf key={calendarId} calendarId={calendarId} />} />;
}
