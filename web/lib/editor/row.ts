// A record of any list.

export type Row = Record<string, unknown> & { id: string };
