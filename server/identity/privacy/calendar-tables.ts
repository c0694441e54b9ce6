// The tables with what belongs to a person's calendars, which no foreign key ties to the account itself. A test
// compares them with the foreign keys of the database: a new table is downloaded, or left out with a reason.

/** Tables with the calendar itself (`calendar_id`). */
export const tablesOfCalendars = [
  'opening_hours',
  'breaks',
  'date_overrides',
  'outside_times',
  'service_people',
  'outside_accounts',
  'outside_calendars',
] as const;

/** Tables with one of the person's outside calendars (`outside_calendar_id`). */
export const tablesOfOutsideCalendars = ['outside_objects', 'outside_written'] as const;

export const calendarTablesLeftOut: Readonly<Record<string, string>> = {
  contact_calendars: 'The database computes them from the visits.',
  events: 'The download has their own columns, without those about customers.',
  feeds: 'The download has those that the person made.',
  outside_rounds: 'How many objects each reading found, for 30 days.',
};
