// Answers other than plain values: JSON written by PostgreSQL, files, event streams.
import type { Readable } from 'node:stream';

/** JSON text that already has wire names and is sent unchanged. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export class FileAnswer {
  readonly body: Buffer | Readable | string;
  readonly mimeType: string;
  /**
   * `name`: the file name of a download. `maxAge`: how long it can be cached (seconds), privately unless `shared`.
   * `embeddable`: other sites may show it.
   */
  readonly options: { name?: string; maxAge?: number; shared?: boolean; etag?: string; embeddable?: boolean };
  constructor(body: FileAnswer['body'], mimeType: string, options: FileAnswer['options'] = {}) {
    this.body = body;
    this.mimeType = mimeType;
    this.options = options;
  }
}

/** Server-sent events. `open` is called once with a function that sends an event, and returns a function that stops. */
export class EventsAnswer {
  readonly open: (send: (name: string, data: unknown) => void) => () => void;
  constructor(open: EventsAnswer['open']) {
    this.open = open;
  }
}
