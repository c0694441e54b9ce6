// Types for smpp, which has none of its own; only the parts in use.
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer, Socket } from 'node:net';

  /** The fields of a request or of a PDU that was read: those of its command, and options by name. */
  export interface Fields {
    command_status?: number;
    sequence_number?: number;
    [name: string]: unknown;
  }

  export class Pdu {
    constructor(command: string, fields?: Fields);
    readonly command: string;
    readonly command_status: number;
    sequence_number: number;
    readonly [name: string]: unknown;
    isResponse(): boolean;
    response(fields?: Fields): Pdu;
    toBuffer(): Buffer;
  }

  export class Session extends EventEmitter<{ pdu: [Pdu]; error: [Error]; close: [] }> {
    constructor(options: { socket: Socket });
    readonly socket: Socket;
    /** False when nothing can be written any more. Throws for fields that the protocol cannot hold. */
    send(pdu: Pdu): boolean;
    /** Reads nothing until `resume`. */
    pause(): void;
    resume(): void;
    destroy(): void;
  }

  interface Command {
    params?: Record<string, { filter?: unknown }>;
  }

  const smpp: {
    PDU: typeof Pdu;
    Session: typeof Session;
    commands: Record<string, Command>;
    tlvs: Record<string, { filter?: unknown }>;
    /** The codes of statuses by their names in the protocol. */
    errors: Record<string, number>;
    createServer(options: { key?: string; cert?: string }, onSession: (session: Session) => void): NetServer;
  };
  // biome-ignore lint/style/noDefaultExport: it is the package's.
  export default smpp;
}
