// Signs in at every mail server that sends, and looks whether that is encrypted.
import { tryMailServer } from '#server/messaging/mail/deliver.ts';
import { mailRoutes } from '#server/messaging/mail/mail-server.ts';
import type { Examined, Finding } from './finding.ts';

export async function checkMail({ config, database }: Examined): Promise<Finding> {
  const routes = await mailRoutes({ config }, database.read);
  if (routes.length === 0) return { state: 'look', key: 'doctor.mail.none' };
  const plain: string[] = [];
  for (const { name, server, problem } of routes) {
    try {
      if (problem) throw problem;
      if (server && !(await tryMailServer(server)).isPrivate) plain.push(name);
    } catch (error) {
      return { state: 'broken', key: 'doctor.mail.fails', values: { name, reason: (error as Error).message } };
    }
  }
  const names = routes.map(({ name }) => name).join(', ');
  if (plain.length > 0) return { state: 'look', key: 'doctor.mail.plain', values: { names: plain.join(', ') } };
  return { state: 'fine', key: 'doctor.mail.fine', values: { names } };
}
