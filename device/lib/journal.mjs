// Remembers on disk which papers were sent to the printer, so that each is sent at most once, also after a crash.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from './problem.mjs';
import { storeFile } from './store-file.mjs';

/** Papers that are remembered after Daybook has their outcome. */
const maxReported = 200;

/** Outcomes of papers that the agent had when it ended: one that was read, and one that was being sent. */
const crashed = {
  taken: { outcome: 'again', code: 'agentStopped', reason: 'The agent stopped before it sent this paper.' },
  sending: { outcome: 'uncertain', code: 'agentStopped', reason: 'The agent stopped while it sent this paper.' },
};

/**
 * Opens the journal of a folder. A paper is `taken` from Daybook, then `sending` from before the first byte goes to the
 * printer, then `settled`, and `reported` once Daybook has its outcome. The outcome `again` means that nothing was
 * printed: such a paper is forgotten when it is reported, and may come again.
 */
export async function openJournal(folder) {
  const path = join(folder, 'journal.json');
  const papers = await read(path);
  const store = () => storeFile(path, `${JSON.stringify({ papers }, null, 1)}\n`);
  const find = (id) => papers.find((paper) => paper.id === id);
  const remove = (paper) => papers.splice(papers.indexOf(paper), 1);
  for (const paper of papers) {
    const result = crashed[paper.state];
    if (result) Object.assign(paper, { state: 'settled', result });
  }
  await store();

  /** Returns once the disk has it. */
  async function put(id, changes) {
    const paper = find(id);
    if (paper) Object.assign(paper, changes);
    else papers.push({ id, at: new Date().toISOString(), ...changes });
    await store();
  }

  return {
    /** Outcomes that Daybook does not have yet, the oldest first. */
    unreported: () => papers.filter(({ state }) => state === 'settled'),
    /** The outcome of a paper that was sent or refused before. */
    resultOf: (id) => find(id)?.result,
    take: (id) => put(id, { state: 'taken' }),
    begin: (id) => put(id, { state: 'sending' }),
    settle: (id, result) => put(id, { state: 'settled', result }),
    /** Daybook wants it no more. */
    async drop(id) {
      remove(find(id));
      await store();
    },
    async reported(id) {
      const paper = find(id);
      if (paper.result.outcome === 'again') remove(paper);
      else paper.state = 'reported';
      const done = papers.filter(({ state }) => state === 'reported');
      for (const old of done.slice(0, -maxReported)) remove(old);
      await store();
    },
  };
}

async function read(path) {
  const text = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return [];
  try {
    const { papers } = JSON.parse(text);
    if (Array.isArray(papers)) return papers;
  } catch {
    // Without its journal, the agent could print a paper twice.
  }
  throw new Problem('journal', `${path} cannot be read. If no paper is being printed, delete it and start again.`);
}
