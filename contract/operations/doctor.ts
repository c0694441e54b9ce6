// The state of the installation as its operator can mend it: one line for each thing that may be broken.
import { z } from 'zod';
import { get, service } from '#contract/lib/service.ts';

export const doctorChecks = [
  'addresses',
  'standbys',
  'connections',
  'clock',
  'disk',
  'files',
  'mail',
  'domain',
  'publicUrl',
  'backups',
  'restores',
  'jobs',
  'payments',
] as const;
export type DoctorCheck = (typeof doctorChecks)[number];

export const doctorStates = ['fine', 'look', 'broken'] as const;

const doctorLine = z.object({
  check: z.enum(doctorChecks),
  /** `look`: it works, and will not for ever. */
  state: z.enum(doctorStates),
  /** The finding and what to do, in the language of the caller. */
  text: z.string(),
});
export type DoctorLine = z.output<typeof doctorLine>;

export const systemDoctor = service(
  'system/doctor',
  { about: 'The state of the installation: its database, files, mail, address, archives, jobs and payments.' },
  {
    get: get({
      summary:
        'Checks the installation now, and returns one line for each check. Takes up to 20 seconds when other servers do not answer.',
      may: 'sys',
      page: '/app/system/doctor',
      input: z.strictObject({}),
      output: z.array(doctorLine),
    }),
  },
);
