// The answer to an Epson printer that asks for paper (Server Direct Print User's Manual, "Response (Print Request)").
import { encodeEpos } from '../../paper/media/epos.ts';
import type { CutRows } from '../../paper/sheet/split-paper.ts';

/**
 * How long the printer tries until it can print (ms). Its paper may be changed meanwhile; afterwards it reports
 * `EX_TIMEOUT`, and prints nothing.
 */
const printTimeout = 60_000;

/**
 * One paper. Version 2.00 is the first one whose results name the paper. A printer drops all other forms in silence,
 * such as the SOAP envelope that its own web service takes, and then never reports a result.
 */
export function printRequest(jobId: string, paper: CutRows): string {
  const parameter = `<devid>local_printer</devid><timeout>${printTimeout}</timeout><printjobid>${jobId}</printjobid>`;
  return `<?xml version="1.0" encoding="utf-8"?><PrintRequestInfo Version="2.00"><ePOSPrint><Parameter>${parameter}</Parameter><PrintData>${encodeEpos(paper)}</PrintData></ePOSPrint></PrintRequestInfo>`;
}
