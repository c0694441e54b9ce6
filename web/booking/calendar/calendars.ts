// The calendar on its page and on the dashboard: two names of one file, which the browser loads once.
export { CalendarPage } from './calendar-page.tsx';
export { OwnCalendar } from './own-calendar.tsx';
