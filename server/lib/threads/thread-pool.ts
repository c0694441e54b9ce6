// Runs jobs in worker threads: the main thread answers requests meanwhile. Threads start on demand and end when idle.
import { Worker } from 'node:worker_threads';
import { type ThreadFailure, toError } from './failure.ts';

interface ThreadOptions {
  /** For errors and debuggers. */
  name: string;
  /** Threads at the same time; further jobs wait. */
  max: number;
  /** Of the heap of a thread; a job that needs more fails. */
  maxMegabytes: number;
  /** A job that takes longer fails (ms), and its thread ends with it. Without one, it may take as long as it likes. */
  deadline?: number;
  /** Of its young objects: a job that makes millions collects garbage less often. */
  youngMegabytes?: number;
}

/** The message of a thread: `serveJobs` sends one for each job. */
export type JobAnswer = { value: unknown } | { failure: ThreadFailure };

interface Waiting<Job, Value> {
  job: Job;
  transfer: readonly ArrayBuffer[];
  resolve(value: Value): void;
  reject(error: Error): void;
}

interface Thread<Job, Value> {
  worker: Worker;
  running: Waiting<Job, Value> | undefined;
  idleTimer?: NodeJS.Timeout;
  deadlineTimer?: NodeJS.Timeout | undefined;
}

/** An idle thread ends after this time (ms), and returns its memory. */
const idleTime = 10_000;

/**
 * Returns a function that runs a job in a thread of `file`, which calls `serveJobs`. Refusals of the job keep their
 * status and words. A thread that dies fails its job alone: the next one starts another thread.
 */
export function threadPool<Job, Value>(file: URL, options: ThreadOptions) {
  const { name, max, maxMegabytes, youngMegabytes = 4, deadline } = options;
  const queue: Waiting<Job, Value>[] = [];
  const idle: Thread<Job, Value>[] = [];
  let count = 0;

  function next(): void {
    if (queue.length === 0) return;
    const thread = idle.pop() ?? (count < max ? start() : undefined);
    if (!thread) return;
    clearTimeout(thread.idleTimer);
    const waiting = queue.shift();
    thread.running = waiting;
    try {
      thread.worker.postMessage(waiting?.job, waiting?.transfer);
      thread.worker.ref();
      // Not unreferenced: the job keeps the process alive, too.
      if (deadline !== undefined) thread.deadlineTimer = setTimeout(() => void thread.worker.terminate(), deadline);
    } catch (error) {
      // The job cannot be sent.
      settle(thread, { failure: { message: String(error) } });
    }
  }

  function settle(thread: Thread<Job, Value>, answer: JobAnswer): void {
    const done = thread.running;
    thread.running = undefined;
    clearTimeout(thread.deadlineTimer);
    // A thread without work does not keep the process alive.
    thread.worker.unref();
    idle.push(thread);
    thread.idleTimer = setTimeout(() => {
      idle.splice(idle.indexOf(thread), 1);
      void thread.worker.terminate();
    }, idleTime).unref();
    if ('failure' in answer) done?.reject(toError(answer.failure));
    else done?.resolve(answer.value as Value);
    next();
  }

  function start(): Thread<Job, Value> {
    const worker = new Worker(file, {
      name,
      // The thread needs no arguments of the process, such as a watcher of files.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
    });
    const thread: Thread<Job, Value> = { worker, running: undefined };
    count++;
    worker.on('message', (answer: JobAnswer) => settle(thread, answer));
    worker.on('error', (error) => fail(thread, new Error(`The thread ${name} has failed.`, { cause: error })));
    worker.on('exit', () => {
      count--;
      clearTimeout(thread.idleTimer);
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
      fail(thread, new Error(`The thread ${name} has ended.`));
      next();
    });
    return thread;
  }

  function fail(thread: Thread<Job, Value>, error: Error): void {
    const failed = thread.running;
    thread.running = undefined;
    clearTimeout(thread.deadlineTimer);
    failed?.reject(error);
  }

  return (job: Job, transfer: readonly ArrayBuffer[] = []): Promise<Value> => {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    queue.push({ job, transfer, resolve, reject });
    next();
    return promise;
  };
}
