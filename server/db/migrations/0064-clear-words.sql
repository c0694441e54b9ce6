-- What the job says of itself was hard to understand; what the operator wrote instead stays.

update jobs set description =
  'Deletes what is over: times that were held, sessions, links, counts of attempts, old system logs and reminders.'
where description =
  'Deletes what has ended: holds, sessions, links, throttle windows, old system logs and reminders. At most Rows of each a run.';
