// Tests how forms and results of Epson printers are read, also those that no XML parser accepts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOfAsb } from './asb-status.ts';
import { readAsb, readForm, readResults } from './read-form.ts';

const response = (attributes: string) =>
  `<response xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print" ${attributes}/>`;
const result = (jobId: string, attributes: string) =>
  `<ePOSPrint><Parameter><devid>local_printer</devid><printjobid>${jobId}</printjobid></Parameter><PrintResponse>${response(attributes)}</PrintResponse></ePOSPrint>`;

test('a result comes encoded or as it is', () => {
  const responseFile = `<?xml version="1.0"?><PrintResponseInfo Version="2.00">${result('A1', 'success="true" code="" x="&amp;Status=1"')}</PrintResponseInfo>`;
  const fields = { ConnectionType: 'SetResponse', ID: 'till', ResponseFile: responseFile };
  const expected = { connectionType: 'SetResponse', responseFile, status: '' };
  assert.deepEqual(readForm(Buffer.from(new URLSearchParams(fields).toString())), expected);
  assert.deepEqual(readForm(Buffer.from(`ConnectionType=SetResponse&ID=till&ResponseFile=${responseFile}`)), expected);
  assert.deepEqual(readForm(Buffer.from('ConnectionType=SetStatus&ID=&Status=<a b="c"/>')), {
    ...{ connectionType: 'SetStatus', responseFile: '', status: '<a b="c"/>' },
  });
  assert.deepEqual(readForm(Buffer.alloc(0)), { connectionType: '', responseFile: '', status: '' });
});

test('each result is read by itself, with closing tags that match or do not', () => {
  const failed = result('B2', 'success="false" code="EPTR_REC_EMPTY" status="252182556"');
  const wrong = '</PrintResponseInfo></ePOSPrint><PrintResponseInfo>';
  const printed = { jobId: 'A1', isPrinted: true, code: '', asb: 251_854_870 };
  for (const end of ['</PrintResponseInfo>', wrong, '']) {
    const xml = `<PrintResponseInfo Version="2.00">${result('A1', 'success="true" code="" status="251854870" battery="0"')}${failed}${end}`;
    const notPrinted = { jobId: 'B2', isPrinted: false, code: 'EPTR_REC_EMPTY', asb: 252_182_556 };
    assert.deepEqual(readResults(xml), [printed, notPrinted]);
  }
  const old = `<PrintResponseInfo Version="1.00">${response("success='1' code=''")}</PrintResponseInfo>`;
  assert.deepEqual(readResults(old), [{ jobId: undefined, isPrinted: true, code: '', asb: undefined }]);
  for (const xml of ['', 'not xml', '<PrintResponseInfo/>', '<ePOSPrint></ePOSPrint>']) {
    assert.deepEqual(readResults(xml), []);
  }
});

test('a printer that rejects a whole answer names no paper', () => {
  const file = (success: string) =>
    `<PrintResponseInfo Version="3.00"><ServerDirectPrint><Response Success="${success}"><ErrorSummary>Data size is exceeded</ErrorSummary><ErrorDetail>Too big print request</ErrorDetail></Response></ServerDirectPrint>`;
  const code = 'Data size is exceeded: Too big print request';
  assert.deepEqual(readResults(file('false')), [{ jobId: undefined, isPrinted: false, code, asb: undefined }]);
  const accepted = `${file('true')}${result('A1', 'success="true" code=""')}`;
  assert.deepEqual(readResults(accepted), [{ jobId: 'A1', isPrinted: true, code: '', asb: undefined }]);
});

test('the status is that of the printer itself', () => {
  const status = (name: string, asb: string) => `<printerstatus devicename="${name}" asbstatus = "${asb}"/>`;
  const monitor = `<statusmonitor Version="1.00">${status('kitchen', '0x00000001')}${status('local_printer', '0x0F00003C')}</statusmonitor>`;
  assert.equal(readAsb(monitor), 0x0f00003c);
  assert.equal(readAsb(status('kitchen', '0x0F000016')), 0x0f000016);
  assert.equal(readAsb('<statusmonitor/>'), undefined);
  const faults = [0x0f000016, 0x0f00003c, 0x0f08001c, 0x0f020016, 0x00000001, 0x0f000816, 0x0f000416].map(faultOfAsb);
  assert.deepEqual(faults, ['', 'coverOpen', 'paperOut', '', 'offline', 'cutter', 'error']);
});
