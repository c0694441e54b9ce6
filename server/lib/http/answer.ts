// Answers that are not plain values: JSON made by PostgreSQL, files, streams of events.
import type { Readable } from 'node:stream';

/** JSON text with the wire's names already, sent as it is. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export class FileAnswer {
  readonly body: Buffer | Readable | string;
  readonly mimeType: string;
  /** `name`: offered as a download under it. `maxAge`: seconds it may be kept; private unless `shared`. */
  readonly options: { name?: string; maxAge?: number; shared?: boolean; etag?: string };
  constructor(body: FileAnswer['body'], mimeType: string, options: FileAnswer['options'] = {}) {
    this.body = body;
    this.mimeType = mimeType;
    this.options = options;
  }
}

/**
 * Server-sent events: `open` is called once with the way to send one and returns how to stop. `checkStay` has the session looked at
 * now, not only with the next sign of life.
 */
export class EventsAnswer {
  readonly open: (send: (name: string, data: unknown) => void, recheckAccess: () => void) => () => void;
  constructor(open: EventsAnswer['open']) {
    this.open = open;
  }
}
