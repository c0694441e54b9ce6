// Checks the access of event streams: once for all streams of a session at this process.
import type { Context, CurrentUser } from '#server/lib/context.ts';

/** Interval of heartbeats (ms), which keep proxies from closing an idle stream. */
const heartbeat = 25_000;

export interface StreamAccess {
  /** Streams with the same token are of one session. */
  token: string;
  readUser(): Promise<CurrentUser | undefined>;
  /** Whether the stream may go on for the session's present user. */
  allows(user: CurrentUser | undefined): boolean;
}

interface Stream {
  allows: StreamAccess['allows'];
  beat(): void;
  end(): void;
}

interface SessionStreams {
  streams: Set<Stream>;
  stop(): void;
}

const sessionsOfProcess = new WeakMap<object, Map<string, SessionStreams>>();

/**
 * Calls `beat` at each heartbeat, and `end` once the session or the rights of its people no longer allow the stream:
 * this is checked at each heartbeat and at once when they change, by one query for all streams of the session. Returns
 * the function that removes the stream.
 */
export function joinSession(
  context: Context,
  { token, readUser, allows }: StreamAccess,
  { beat, end }: Omit<Stream, 'allows'>,
): () => void {
  const sessions = sessionsOfProcess.get(context.database) ?? new Map<string, SessionStreams>();
  sessionsOfProcess.set(context.database, sessions);
  const session = sessions.get(token) ?? watchSession(context, readUser);
  sessions.set(token, session);
  const stream = { allows, beat, end };
  session.streams.add(stream);
  return () => {
    session.streams.delete(stream);
    if (session.streams.size > 0) return;
    session.stop();
    sessions.delete(token);
  };
}

function watchSession({ live, user }: Context, readUser: StreamAccess['readUser']): SessionStreams {
  const streams = new Set<Stream>();
  let isReading = false;
  let isOutdated = false;
  const recheck = async () => {
    // The running query may have missed the change.
    isOutdated = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isOutdated && streams.size > 0) {
        isOutdated = false;
        // A stream that opens meanwhile has read its session by itself.
        const present = [...streams];
        const current = await readUser();
        for (const { allows, end } of present) if (!allows(current)) end();
      }
    } catch {
      // A stream survives a short outage of the database.
    } finally {
      isReading = false;
    }
  };
  const stopWatching = live.listen('daybook_changes', (payload) => {
    if (concernsSession(payload, user)) void recheck();
  });
  const timer = setInterval(() => {
    for (const { beat } of streams) beat();
    void recheck();
  }, heartbeat);
  return {
    streams,
    stop() {
      clearInterval(timer);
      stopWatching();
    },
  };
}

/** Whether a notice may change the session or the rights of its user or impersonator. */
function concernsSession(payload: string, user: CurrentUser | undefined): boolean {
  // An empty notice: some may have been missed.
  if (payload === '') return true;
  if (!payload.includes('"rights"')) return false;
  const { userId } = JSON.parse(payload) as { userId?: string | null };
  // A change of a group names no person.
  return userId == null || userId === user?.id || userId === user?.impersonator?.id;
}
