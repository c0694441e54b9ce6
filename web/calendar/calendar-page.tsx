// The calendars of the signed-in user.

export function CalendarPage() {
  return <h1>Calendars</h1>;
}
