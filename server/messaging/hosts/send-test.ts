// Tests a mail server: sends one mail to the operator immediately and returns the response of the server.
import { randomUUIDv7 } from 'node:crypto';
import type { SignedIn } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { translate } from '#server/lib/i18n.ts';
import { oneLine, parseSender } from '#server/lib/one-line.ts';
import { notFound } from '#server/lib/refusal.ts';
import { type DeliveryError, describeFailure } from '#server/messaging/mail/classify-failure.ts';
import { type MailServer, mailServerById } from '#server/messaging/mail/mail-server.ts';

const timeout = 30_000;

/** Does not throw on errors of the server or its settings: they are the result. */
export async function sendTest(
  context: SignedIn,
  { id }: { id: string },
): Promise<{ sent: boolean; to: string; answer: string }> {
  await throttle(context, { action: 'mail server test', subject: context.user.id, max: 20, minutes: 10 });
  const to = context.user.logIn;
  let server: MailServer | undefined;
  try {
    server = await mailServerById(context, context.db, id);
  } catch (error) {
    return { sent: false, to, answer: oneLine(error instanceof Error ? error.message : String(error), 500) };
  }
  if (!server) throw notFound();
  // Loaded on first use.
  const { openDeliverer } = await import('#server/messaging/mail/deliver.ts');
  const deliverer = openDeliverer(server, 1);
  try {
    return {
      sent: true,
      to,
      answer: oneLine(await deliverer.deliver(testMail(context), AbortSignal.timeout(timeout)), 500),
    };
  } catch (error) {
    // nodemailer rejects with an Error that carries these fields.
    return { sent: false, to, answer: oneLine(describeFailure(error as DeliveryError), 500) };
  } finally {
    deliverer.close();
  }
}

function testMail({ config, clock, publicUrl, user, visitor }: SignedIn) {
  const id = randomUUIDv7();
  const sender = parseSender(config.mailFrom);
  const text = translate(visitor.language, 'mailTest.text', { address: publicUrl });
  return {
    id,
    returnPath: '',
    fromEMail: sender.address,
    fromName: sender.name,
    replyTo: '',
    toEMail: user.logIn,
    subject: translate(visitor.language, 'mailTest.subject'),
    // Contains only translated text and our own address, no user input.
    html: `<p>${text}</p>`,
    plain: `${text}\n`,
    calendarEntry: null,
    calendarMethod: null,
    attachmentKey: null,
    attachmentName: null,
    attachmentType: null,
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    createdAt: clock.now(),
  };
}
