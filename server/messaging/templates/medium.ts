// What the texts of one medium are kept as and held to; lists, changes and previews are the same for all.
import type { SignedIn } from '#server/lib/context.ts';
import type { Complaint } from '#server/lib/refusal.ts';

export interface Template {
  /** Null for what is for all companies. */
  companyId: string | null;
  key: string;
  language: string;
}

export interface Original {
  key: string;
  language: string;
  /** In the reader's language. */
  description: string;
}

/** Fields by their names; those that are not written are missing. */
export type TextFields = Readonly<Record<string, string | undefined>>;

export interface Medium {
  table: 'emailTemplates' | 'smsTemplates';
  /** Sets the ids of one medium apart from those of another. */
  mark: string | null;
  /** Fields that are delivered with words, and such that are delivered empty. */
  texts: readonly string[];
  addresses: readonly string[];
  /** Every template as it is delivered, with its `texts`. */
  originals(reader: string): Original[];
  /** All that is wrong with a text, at once. */
  check(context: SignedIn, template: Template, fields: TextFields): Promise<Complaint[]>;
}
