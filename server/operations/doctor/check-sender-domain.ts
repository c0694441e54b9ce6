// Looks up what receivers find of the domain from which the installation sends.
import { mailFromPlaceholder } from '#server/lib/config.ts';
import { parseSender } from '#server/lib/one-line.ts';
import { checkDomain } from '#server/messaging/domains/check-domain.ts';
import { mailHosts } from '#server/messaging/mail/mail-server.ts';
import type { Examined, Finding } from './finding.ts';

export async function checkSenderDomain({ config, database }: Examined): Promise<Finding> {
  if (config.mailFrom === mailFromPlaceholder) return { state: 'look', key: 'doctor.domain.none' };
  const { address } = parseSender(config.mailFrom);
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const { hosts } = await mailHosts({ config }, database.read);
  const query = { domain, selector: '', hosts, reportsTo: address, dnsServers: config.dnsServers };
  const { records } = await checkDomain(query);
  const judged = records.filter(({ kind }) => kind !== 'mx');
  const named = (states: readonly string[]) =>
    judged.filter(({ state }) => states.includes(state)).map(({ kind }) => kind.toUpperCase());
  const unreachable = named(['unreachable']);
  if (unreachable.length > 0) return { state: 'look', key: 'doctor.domain.unreachable', values: { domain } };
  const bad = named(['wrong', 'missing']);
  if (bad.length > 0) {
    return { state: 'broken', key: 'doctor.domain.wrong', values: { domain, records: bad.join(', ') } };
  }
  const weak = named(['weak', 'unsure']);
  if (weak.length > 0)
    return { state: 'look', key: 'doctor.domain.weak', values: { domain, records: weak.join(', ') } };
  return { state: 'fine', key: 'doctor.domain.fine', values: { domain } };
}
