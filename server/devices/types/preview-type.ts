// Renders a paper of a type with sample values, and reads its template as text.
import { buffer } from 'node:stream/consumers';
import { assertUploaded } from '#server/devices/assert-uploaded.ts';
import { paperMedia } from '#server/devices/paper/media/paper-media.ts';
import { type PaperTypeKey, paperTypes } from '#server/devices/paper/paper-types.ts';
import { renderPaper, samplePaper } from '#server/devices/paper/render-paper.ts';
import { checkPaperTemplate } from '#server/devices/paper/template/check-template.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { FileAnswer } from '#server/lib/http/answer.ts';
import { translate } from '#server/lib/i18n.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';

interface Given {
  key: string;
  fileId?: string | undefined;
  dots: number;
}

/** Throws 417 with complaints about the template. */
export async function previewType(context: SignedIn, { key, fileId, dots }: Given): Promise<FileAnswer> {
  const typeKey = paperTypeOf(key);
  const { language } = context.user;
  const { template, values } = samplePaper(typeKey, language);
  const text = fileId ? await readTemplate(context, fileId) : template;
  const width = dots === 384 ? 384 : 576;
  // A test page names the width of its printer.
  const sample = 'dots' in values ? { ...values, dots: String(width) } : values;
  const paper = await renderPaper({ template: text, typeKey, values: sample, language, dots: width });
  return new FileAnswer(Buffer.from(paperMedia.png.encode(paper)), paperMedia.png.type);
}

/** The template as text, and its complaints in the language of the caller. */
export async function readType(
  context: SignedIn,
  { key, fileId }: Omit<Given, 'dots'>,
): Promise<{ text: string; problems: string[] }> {
  const typeKey = paperTypeOf(key);
  const { language } = context.user;
  const text = fileId ? await readTemplate(context, fileId) : samplePaper(typeKey, language).template;
  const complaints = checkPaperTemplate(text, typeKey);
  return { text, problems: complaints.map(({ code, params }) => translate(language, code, params)) };
}

/** Throws 417 with Key `FileUploads_Id` for each line of the file that no paper of the type can be made of. */
export async function assertTemplate(context: SignedIn, key: string, fileId: string): Promise<void> {
  const complaints = checkPaperTemplate(await readTemplate(context, fileId), paperTypeOf(key));
  const [first] = complaints;
  if (!first) return;
  throw new Refusal(417, first.code, { complaints: complaints.map((each) => ({ ...each, key: 'FileUploads_Id' })) });
}

/** Types of an operator have the values of a note. */
function paperTypeOf(key: string): PaperTypeKey {
  return Object.hasOwn(paperTypes, key) ? (key as PaperTypeKey) : 'note';
}

async function readTemplate(context: SignedIn, fileId: string): Promise<string> {
  await assertUploaded(context, fileId, 'template');
  const body = await context.files.read(fileId);
  if (!body) throw notFound();
  return (await buffer(body)).toString('utf8');
}
