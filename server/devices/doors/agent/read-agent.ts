// Reads what an agent sends: JSON of a known form.
import { z } from 'zod';
import { Refusal } from '#server/lib/refusal.ts';

/** The longest that a poll of a register is held (seconds); proxies cut after 30 and more. */
const maxWait = 25;

const codes = z.array(z.string().max(50)).max(20);

const enrollmentBody = z.object({ device: z.uuid(), code: z.string().max(100), key: z.string().max(100) });
const pollBody = z.object({
  version: z.string().max(20).default(''),
  /** Codes such as `paperOut`. */
  status: codes.default([]),
  /** Media types that its printer reads, the best first. */
  media: codes.default([]),
  /** A paper would be printed now. */
  isReady: z.boolean().default(false),
  /** The paper that it prints meanwhile. */
  working: z.string().max(50).default(''),
  /** Seconds for which it waits for an answer with work. */
  wait: z.number().min(0).max(maxWait).default(0),
});
const resultBody = z.object({
  outcome: z.enum(['printed', 'failed', 'uncertain', 'again']),
  code: z.string().max(50).default(''),
  reason: z.string().max(500).default(''),
});

export type AgentPoll = z.output<typeof pollBody>;

export const readEnrollment = (bytes: Buffer) => read(enrollmentBody, bytes);
export const readAgentPoll = (bytes: Buffer) => read(pollBody, bytes);
export const readAgentResult = (bytes: Buffer) => read(resultBody, bytes);

/** Throws 400 for anything else. */
function read<T extends z.ZodType>(schema: T, bytes: Buffer): z.output<T> {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    throw new Refusal(400, 'error.body');
  }
}
