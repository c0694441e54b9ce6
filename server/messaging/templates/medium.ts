// How the texts of one medium are stored and validated; lists, changes and previews are the same for all media.
import type { SignedIn } from '#server/lib/context.ts';
import type { Complaint } from '#server/lib/refusal.ts';

export interface Template {
  /** Null for the text for all companies. */
  companyId: string | null;
  key: string;
  language: string;
}

export interface OriginalText {
  key: string;
  language: string;
  /** In the reader's language. */
  description: string;
}

/** Fields by name; fields without a value are absent. */
export type TextFields = Readonly<Record<string, string | undefined>>;

export interface TemplateMedium {
  table: 'emailTemplates' | 'smsTemplates';
  /** Distinguishes the ids of one medium from those of another. */
  mark: string | null;
  /** `texts` are fields with an original, `addresses` are fields without one. */
  texts: readonly string[];
  addresses: readonly string[];
  /** Every original with its `texts`, for a reader's language. */
  originals(reader: string): OriginalText[];
  /** Returns all complaints about a text at once. */
  check(context: SignedIn, template: Template, fields: TextFields): Promise<Complaint[]>;
}
