// The calls of Daybook: enrolling, asking for paper, reading it, and reporting its outcome.
import { describeFailure, Problem } from './problem.mjs';

/** Bytes of the largest paper. */
const maxPaper = 32 * 1024 * 1024;

/** Throws a `Problem` for every answer but success: `gone` (the key has ended), `busy` (with seconds to wait), `daybook`. */
export function daybookAt({ values, waits }) {
  async function call(path, { method = 'POST', body, headers = {}, key = values.key, signal } = {}) {
    const url = `${values.server.replace(/\/$/, '')}/api/hooks/agent/${path}`;
    const response = await fetch(url, {
      method,
      // The key follows to no other address.
      redirect: 'error',
      signal: within(waits.answer * 1_000, signal),
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { authorization: `Bearer ${key}` }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error) => {
      const { name } = error;
      const why = name === 'TimeoutError' ? 'there was no answer in time' : describeFailure(error);
      throw new Problem('daybook', `Daybook cannot be reached at ${values.server}: ${why}.`);
    });
    if (response.ok) return response;
    await response.body?.cancel();
    throw await refusal(response);
  }
  return {
    /** Changes the one-use code into the key; may be repeated with the same key. */
    enroll: (code, key) => call('enroll', { body: { device: values.device, code, key }, key: '' }),
    /** Says how the printer is; returns the intervals and a paper or a drawer, if there is one. */
    poll: async (status, signal) => (await call('poll', { body: status, signal })).json(),
    /** Takes the opening of the drawer; returns for how long it is of use (seconds). */
    takeDrawer: async (id) => (await (await call(`drawers/${id}`)).json()).expiresIn,
    /** Reads a paper in the first of these formats that Daybook writes, and for how long it is of use (seconds). */
    async readPaper(id, media) {
      const response = await call(`jobs/${id}`, { method: 'GET', headers: { accept: media.join(', ') } });
      if (Number(response.headers.get('content-length')) > maxPaper)
        throw new Problem('paper', 'The paper is too large.');
      const bytes = await response.arrayBuffer().catch((error) => {
        throw new Problem('daybook', `The paper could not be read from Daybook: ${describeFailure(error)}.`);
      });
      const [medium] = (response.headers.get('content-type') ?? '').split(';');
      return { bytes: Buffer.from(bytes), medium, expiresIn: Number(response.headers.get('daybook-expires-in')) };
    },
    report: (id, result) => call(`jobs/${id}/result`, { body: result }),
  };
}

/** Ends a call in time, and with `signal`; Node before 20.3 lets such a call end by itself. */
function within(ms, signal) {
  const timeout = AbortSignal.timeout(ms);
  return signal && AbortSignal.any ? AbortSignal.any([timeout, signal]) : timeout;
}

async function refusal({ status, headers }) {
  if (status === 401 || status === 404)
    return Object.assign(new Problem('gone', 'Daybook does not know it.'), { status });
  const after = Number(headers.get('retry-after'));
  if (status === 429 || status === 503) {
    return Object.assign(new Problem('busy', 'Daybook asks to wait.'), { seconds: after > 0 ? after : 10 });
  }
  return Object.assign(new Problem('daybook', `Daybook refused the call (${status}).`), { status });
}
