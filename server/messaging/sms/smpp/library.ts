// The library for SMPP, without its filters. They decode texts and times while a PDU is read, and fail for codings and
// lengths that they do not know: one odd text of a stranger would cut the link each time the SMSC delivers it.
import smpp from 'smpp';

for (const { params = {} } of Object.values(smpp.commands)) {
  for (const param of Object.values(params)) delete param.filter;
}
for (const option of Object.values(smpp.tlvs)) delete option.filter;

export const { PDU, Session, createServer, errors } = smpp;
