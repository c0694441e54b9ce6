// Reads what Epson printers send (Server Direct Print User's Manual, M00062910, chapters 3 and 4).

export interface EpsonForm {
  connectionType: string;
  /** Of `SetResponse`: XML about the printed papers. */
  responseFile: string;
  /** Of `SetStatus`: XML about the printer. */
  status: string;
}

/**
 * With the setting "URL Encode" off, some models send the XML as it is. It then is the last field, and may contain what
 * separates fields.
 */
export function readForm(body: Buffer): EpsonForm {
  const text = body.toString();
  const raw = /(?:^|&)(ResponseFile|Status)=\s*(<.*)$/s.exec(text);
  const fields = new URLSearchParams(raw ? text.slice(0, raw.index) : text);
  const field = (name: string) => (raw?.[1] === name ? (raw[2] ?? '') : (fields.get(name) ?? ''));
  return {
    connectionType: field('ConnectionType'),
    responseFile: field('ResponseFile'),
    status: field('Status'),
  };
}

export interface EpsonResult {
  /** Undefined if the printer does not say which paper it means. */
  jobId: string | undefined;
  isPrinted: boolean;
  /** Such as `EPTR_REC_EMPTY`; empty if it was printed. */
  code: string;
  /** The printer's state at that moment; undefined if it does not say it. */
  asb: number | undefined;
}

const maxResults = 100;

/**
 * The results in a `ResponseFile`. Reads elements one by one: the closing tags in the manual's own examples do not
 * match. `ServerDirectPrint` is about the whole answer that the printer got, and names no paper.
 */
export function readResults(xml: string): EpsonResult[] {
  const rejected = /<ServerDirectPrint\b.*?<Response\b[^>]*\bSuccess\s*=\s*["']?(?:false|0)\b/is.test(xml);
  if (rejected) {
    const said = [elementIn(xml, 'ErrorSummary'), elementIn(xml, 'ErrorDetail')].filter(Boolean).join(': ');
    return [{ jobId: undefined, isPrinted: false, code: said.slice(0, 200) || 'ServerDirectPrint', asb: undefined }];
  }
  const blocks = xml.split(/<ePOSPrint\b/i).slice(1, maxResults + 1);
  // Version 1.00 has no blocks.
  return (blocks.length ? blocks : [xml]).flatMap(resultIn);
}

function resultIn(block: string): EpsonResult[] {
  const tag = /<response\b[^>]*>/.exec(block)?.[0];
  if (tag === undefined) return [];
  const isPrinted = /^(?:true|1)$/i.test(attributeIn(tag, 'success'));
  const code = attributeIn(tag, 'code').slice(0, 200);
  const jobId = elementIn(block, 'printjobid') || undefined;
  return [{ jobId, isPrinted, code: isPrinted ? '' : code, asb: numberOf(attributeIn(tag, 'status')) }];
}

/** The state of the printer itself in a `Status`: it may also speak for printers beside it. */
export function readAsb(xml: string): number | undefined {
  const tags = xml.match(/<printerstatus\b[^>]*>/gi) ?? [];
  const own = tags.find((tag) => attributeIn(tag, 'devicename') === 'local_printer') ?? tags[0];
  return own === undefined ? undefined : numberOf(attributeIn(own, 'asbstatus'));
}

function elementIn(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</`, 'i').exec(xml)?.[1]?.trim() ?? '';
}

function attributeIn(tag: string, name: string): string {
  const [, double, single] = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag) ?? [];
  return double ?? single ?? '';
}

/** In decimal, or in hexadecimal with 0x. */
function numberOf(text: string): number | undefined {
  return /^(?:0x[\da-f]{1,8}|\d{1,10})$/i.test(text.trim()) ? Number(text) : undefined;
}
