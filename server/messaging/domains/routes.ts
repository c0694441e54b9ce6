// The DNS pages of sender domains, for the operator and for companies.
import { sql } from 'kysely';
import type { Output } from '#contract/lib/service.ts';
import { type CheckedDomain, companySenderDomain, systemSenderDomains } from '#contract/messaging/sender-domains.ts';
import type { Context, SignedIn } from '#server/lib/context.ts';
import { serve } from '#server/lib/http/serve.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { parseSender } from '#server/lib/one-line.ts';
import { isCompanyAddressVerified } from '#server/lib/sql/company-address.ts';
import { mailHosts } from '#server/messaging/mail/mail-server.ts';
import { checkDomain } from './check-domain.ts';

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

export const systemSenderDomainRoutes = serve(systemSenderDomains, {
  getAll,
  check: (context, { domain, selector }) =>
    look(context, { domain, selector, reportsTo: parseSender(context.config.mailFrom).address }),
});

export const companySenderDomainRoutes = serve(companySenderDomain, { check: checkOwn });

async function getAll({ db, config }: Context): Promise<Output<typeof systemSenderDomains.getAll>> {
  const { rows } = await sql<{ address: string; source: 'bounces' | 'company'; company: string | null }>`
    (select address, 'bounces' as source, null as company from bounce_mailboxes where active and address <> '')
    union all
    (select c.e_mail, 'company', c.name from companies c where ${isCompanyAddressVerified} order by c.name limit 200)`.execute(
    db,
  );
  const own = { address: parseSender(config.mailFrom).address, source: 'installation' as const, company: null };
  const all = [own, ...rows].map(({ address, ...rest }) => ({ domain: domainOf(address), ...rest }));
  return [...new Map(all.toReversed().map((one) => [one.domain, one])).values()].toReversed();
}

async function checkOwn(context: SignedIn, { selector }: { selector: string }): Promise<CheckedDomain> {
  // No transaction of the company is open while the DNS is asked, so this names the company itself.
  const { rows } = await sql<{ eMail: string }>`
    select c.e_mail from companies c where c.id = ${context.user.companyId} and ${isCompanyAddressVerified}`.execute(
    context.db,
  );
  const [found] = rows;
  return found
    ? look(context, { domain: domainOf(found.eMail), selector, reportsTo: found.eMail })
    : { domain: '', records: [] };
}

async function look(
  context: SignedIn,
  query: { domain: string; selector: string; reportsTo: string },
): Promise<CheckedDomain> {
  await throttle(context, { action: 'domain check', subject: context.user.id, max: 60, minutes: 10 });
  const { hosts } = await mailHosts(context, context.db);
  return checkDomain({ ...query, hosts, dnsServers: context.config.dnsServers });
}
