// Asks what coming appointments keep when the time zone of a location is corrected, or has got new rules.
import i18next from 'i18next';
import { CallError } from '#web/lib/client/client.ts';
import { shortDay, timeOf } from '#web/lib/dates.ts';
import { choose } from '#web/lib/ui/dialog/ask.ts';
import { mailWords } from '#web/messaging/mail/mail-states.ts';

/** An appointment as it is shown now, and the two times that it can have. */
interface ComingAppointment {
  Name: string;
  Title: string;
  Start: string;
  Instant: string;
  WallTime: string;
}

interface Coming {
  Count: number;
  Example: ComingAppointment;
  /** Appointments whose time on the clock is taken or past; `Kept` has the first. */
  KeptCount: number;
  Kept: ComingAppointment[];
}

/** Returns the fields to save with; undefined for another error. */
export async function askWhatVisitsKeep(
  error: unknown,
  change: 'zone' | 'rules' = 'zone',
): Promise<object | 'cancelled' | undefined> {
  const coming = comingIn(error);
  if (!coming) return undefined;
  const { Count: number, Example: example, KeptCount, Kept } = coming;
  const { t } = i18next;
  const more = KeptCount - Kept.length;
  const choice = await choose({
    title: t('list.locations.zoneTitle'),
    items: [
      t(`list.locations.${change}WallTime`, { ...wordsOf(example), time: clockOf(example.WallTime) }),
      t(`list.locations.${change}Instant`, { ...wordsOf(example), time: clockOf(example.Instant) }),
      ...Kept.map((kept) => t('list.locations.zoneKept', wordsOf(kept))),
      ...(more > 0 ? [t('list.locations.zoneKeptMore', { number: more })] : []),
    ],
    text: [t(`list.locations.${change}Text`, { number }), await mailWords('visit', '')].filter(Boolean).join(' '),
    confirmLabel: t('list.locations.keepWallTime'),
    otherLabel: t('list.locations.keepInstant'),
  });
  if (choice === 'cancel') return 'cancelled';
  return { visitsKeep: choice === 'confirm' ? 'wallTime' : 'instant' };
}

function comingIn(error: unknown): Coming | undefined {
  if (!(error instanceof CallError) || error.status !== 417 || !Array.isArray(error.body)) return undefined;
  return error.body.find((item: { Coming?: Coming }) => item.Coming)?.Coming;
}

function wordsOf({ Name, Title, Start }: ComingAppointment) {
  return { who: Name || Title, when: `${shortDay(Start, zoneIn(Start))}, ${timeOf(Start, zoneIn(Start))}` };
}

const clockOf = (time: string) => timeOf(time, zoneIn(time));

/** The offset of a time as a zone: what the server says is shown, whatever rules this browser has. */
const zoneIn = (time: string) => time.slice(-6);
