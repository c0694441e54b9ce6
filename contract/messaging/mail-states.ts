// Whether the mails of an installation leave: pages promise only what can happen.
import { z } from 'zod';

/**
 * `sent`: a mail server takes them. `shown`: a demo stores them, and shows them on this machine. `stored`: they wait
 * for a mail server, and no recipient reads them.
 */
export const mailState = z.enum(['sent', 'shown', 'stored']);
export type MailState = z.output<typeof mailState>;
