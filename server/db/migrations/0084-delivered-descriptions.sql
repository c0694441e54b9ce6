-- What a job is delivered with is said in the language of its reader (i18n, job.description); only what an operator wrote is stored.

alter table jobs alter column description set default '';

update jobs set description = '' where description in (
  'Deletes what is over: times that were held, sessions, links, counts of attempts, old system logs and reminders.',
  'Deletes what has ended: holds, sessions, links, throttle windows, old system logs and reminders. At most Rows of each a run.'
);
