// Bounces of mail servers, in the shapes of their public formats. Each names a mail by its envelope sender, its
// Message-ID, or both.
import type { ReportKind } from '#server/messaging/bounces/read-bounce-report.ts';

/** The mail that came back. */
export interface Original {
  /** The address that receives bounces, with the signature of the mail. */
  verp: string;
  messageId: string;
  to: string;
}

export interface Shape {
  name: string;
  kind: ReportKind;
  raw: (original: Original) => string;
}

const headersOf = ({ messageId, to, verp }: Original) => `Return-Path: <${verp}>
Received: from app.example.org (app.example.org [192.0.2.10])
	by mx.example.org with ESMTPS id 4B1F2; Mon, 2 Mar 2026 08:00:00 +0000
From: Salon Rosa <no-reply@daybook.test>
To: ${to}
Subject: Your appointment
Message-ID: ${messageId}
Date: Mon, 2 Mar 2026 08:00:00 +0000`;

/** A multipart/report of RFC 3462. */
function report(
  original: Original,
  {
    from,
    subject,
    words,
    status,
    type = 'delivery-status',
    part = 'text/rfc822-headers',
    to = original.verp,
    more = '',
    encoding = '',
  }: {
    from: string;
    subject: string;
    words: string;
    status: string;
    type?: string;
    part?: string;
    to?: string;
    more?: string;
    encoding?: string;
  },
): string {
  const block = encoding === 'base64' ? Buffer.from(status.replaceAll('\n', '\r\n')).toString('base64') : status;
  return `From: ${from}
To: ${to}
Subject: ${subject}
Date: Mon, 2 Mar 2026 08:01:00 +0000
MIME-Version: 1.0${more && `\n${more}`}
Content-Type: multipart/report; report-type=${type};
	boundary="=_report"

--=_report
Content-Type: text/plain; charset=utf-8

${words}

--=_report
Content-Type: message/${type}${encoding && `\nContent-Transfer-Encoding: ${encoding}`}

${block}

--=_report
Content-Type: ${part}

${headersOf(original)}${part === 'message/rfc822' ? '\n\nYour appointment is tomorrow.' : ''}

--=_report--
`;
}

function plain(
  { verp }: Pick<Original, 'verp'>,
  { from, subject, body, more = '' }: { from: string; subject: string; body: string; more?: string },
): string {
  return `From: ${from}
To: ${verp}
Subject: ${subject}
Date: Mon, 2 Mar 2026 08:01:00 +0000${more && `\n${more}`}
Content-Type: text/plain; charset=utf-8

${body}
`;
}

const status = (
  { to }: Original,
  {
    mta = 'mx.example.org',
    action = 'failed',
    code,
    diagnostic,
  }: { mta?: string; action?: string; code: string; diagnostic?: string },
) => `Reporting-MTA: dns; ${mta}
Arrival-Date: Mon, 2 Mar 2026 08:00:00 +0000

Final-Recipient: rfc822; ${to}
Original-Recipient: rfc822;${to}
Action: ${action}
Status: ${code}${diagnostic === undefined ? '' : `\nDiagnostic-Code: smtp; ${diagnostic}`}`;

const postfix = (kind: ReportKind, name: string, code: string, diagnostic: string, action = 'failed'): Shape => ({
  name: `Postfix: ${name}`,
  kind,
  raw: (original) =>
    report(original, {
      from: 'MAILER-DAEMON@mx.example.org (Mail Delivery System)',
      subject: action === 'delayed' ? 'Delayed Mail (still being retried)' : 'Undelivered Mail Returned to Sender',
      words: `This is the mail system at host mx.example.org.\n\nI'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients. It's attached below.\n\n<${original.to}>: ${diagnostic}`,
      status: status(original, { code, diagnostic, action }),
      part: 'message/rfc822',
      more: 'Auto-Submitted: auto-replied',
    }),
});

const exchange = (kind: ReportKind, name: string, code: string, diagnostic: string | undefined): Shape => ({
  name: `Exchange: ${name}`,
  kind,
  raw: (original) =>
    report(original, {
      from: '"Microsoft Outlook" <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@contoso.example>',
      subject: 'Undeliverable: Your appointment',
      words: `Delivery has failed to these recipients or groups:\n\n${original.to}\nThe email address you entered couldn't be found.\n\nDiagnostic information for administrators:\nGenerating server: AM0PR01.prod.contoso.example`,
      status: status(original, {
        mta: 'AM0PR01.prod.contoso.example',
        code,
        ...(diagnostic !== undefined && { diagnostic }),
      }),
      part: 'message/rfc822',
      more: 'X-MS-Exchange-Message-Is-Ndr:',
    }),
});

const gmail = (kind: ReportKind, name: string, code: string, diagnostic: string, action = 'failed'): Shape => ({
  name: `Gmail: ${name}`,
  kind,
  raw: (original) =>
    report(original, {
      from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      subject: `Delivery Status Notification (${action === 'delayed' ? 'Delay' : 'Failure'})`,
      words: `** Address not found **\n\nYour message wasn't delivered to ${original.to}.\n\nThe response from the remote server was:\n${diagnostic}`,
      status: status(original, { mta: 'googlemail.com', code, diagnostic, action }).replaceAll(
        '\n\nFinal',
        '\nX-Original-Message-ID: <other@googlemail.com>\n\nFinal',
      ),
      part: 'message/rfc822',
      more:
        action === 'failed'
          ? `X-Failed-Recipients: ${original.to}\nAuto-Submitted: auto-replied`
          : 'Auto-Submitted: auto-replied',
    }),
});

const exim = (kind: ReportKind, name: string, why: string, isFailed = true): Shape => ({
  name: `Exim: ${name}`,
  kind,
  raw: (original) =>
    plain(original, {
      from: 'Mail Delivery System <Mailer-Daemon@mx.example.org>',
      subject: isFailed
        ? 'Mail delivery failed: returning message to sender'
        : 'Warning: message 1vA2bC-0003x-9Z delayed 24 hours',
      more: isFailed
        ? `X-Failed-Recipients: ${original.to}\nAuto-Submitted: auto-replied`
        : 'Auto-Submitted: auto-replied',
      body: `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${original.to}
    ${why}

------ This is a copy of the message, including all the headers. ------

${headersOf(original)}

Your appointment is tomorrow.`,
    }),
});

const qmail = (kind: ReportKind, name: string, why: string): Shape => ({
  name: `qmail: ${name}`,
  kind,
  raw: (original) =>
    plain(original, {
      from: 'MAILER-DAEMON@mx.example.org',
      subject: 'failure notice',
      body: `Hi. This is the qmail-send program at mx.example.org.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<${original.to}>:
${why}

--- Below this line is a copy of the message.

${headersOf(original)}

Your appointment is tomorrow.`,
    }),
});

const sendmail = (kind: ReportKind, name: string, code: string, diagnostic: string, action = 'failed'): Shape => ({
  name: `Sendmail: ${name}`,
  kind,
  raw: (original) =>
    report(original, {
      from: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.example.org>',
      subject:
        action === 'delayed'
          ? 'Warning: could not send message for past 4 hours'
          : 'Returned mail: see transcript for details',
      words: `   ----- The following addresses had permanent fatal errors -----\n<${original.to}>\n    (reason: ${diagnostic})\n\n   ----- Transcript of session follows -----\n... while talking to mail.example.com.:\n>>> DATA\n<<< ${diagnostic}`,
      status: status(original, { code, diagnostic: diagnostic.replace(/^/, ''), action }).replace(
        '\n\nFinal',
        '\nReceived-From-MTA: DNS; app.example.org\n\nFinal',
      ),
      more: 'Auto-Submitted: auto-generated (failure)',
    }),
});

const complaint = (kind: ReportKind, name: string, from: string, feedback: string): Shape => ({
  name: `Complaint: ${name}`,
  kind,
  raw: (original) =>
    report(original, {
      from,
      subject: 'FW: Your appointment',
      words: 'This is an email abuse report for an email message received from IP 192.0.2.10.',
      type: 'feedback-report',
      status: feedback,
      part: 'message/rfc822',
      // Feedback loops go to the address that was registered, not to the envelope sender.
      to: 'abuse@daybook.test',
    }).replace(/^To: mara.*$/m, 'To: redacted@redacted.example'),
});

const feedback = (agent: string, type = 'abuse') => `Feedback-Type: ${type}
User-Agent: ${agent}
Version: 1
Source-IP: 192.0.2.10
Arrival-Date: Mon, 2 Mar 2026 08:00:00 +0000`;

export const shapes: readonly Shape[] = [
  postfix(
    'gone',
    'unknown user',
    '5.1.1',
    '550 5.1.1 <mara@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
  ),
  postfix(
    'failed',
    'no such host',
    '5.4.4',
    'Host or domain name not found. Name service error for name=example.com type=AAAA: Host not found',
  ),
  postfix('failed', 'mailbox full', '5.2.2', '552 5.2.2 <mara@example.com>: Mailbox is full'),
  postfix('failed', 'relaying denied', '5.7.1', '554 5.7.1 <mara@example.com>: Relay access denied'),
  postfix(
    'failed',
    'given up after five days',
    '4.4.1',
    'connect to mail.example.com[192.0.2.1]:25: Connection timed out',
  ),
  postfix('other', 'delayed', '4.4.1', 'connect to mail.example.com[192.0.2.1]:25: Connection timed out', 'delayed'),
  postfix('other', 'delivered', '2.0.0', '250 2.0.0 Ok: queued as 4B1F2', 'delivered'),
  postfix('failed', 'listed sender', '5.1.1', '550 5.1.1 Client host [192.0.2.10] blocked using zen.dnsbl.example'),
  exim(
    'gone',
    'unknown user',
    'host mail.example.com [192.0.2.1]\n    SMTP error from remote mail server after RCPT TO:<mara@example.com>:\n    550 5.1.1 User unknown',
  ),
  exim(
    'gone',
    'no such user here',
    'host mail.example.com [192.0.2.1]\n    SMTP error from remote mail server after RCPT TO:<mara@example.com>:\n    550 No such user here',
  ),
  exim('failed', 'retry time exceeded', 'retry timeout exceeded'),
  exim('failed', 'over quota', 'mailbox is full: retry timeout exceeded'),
  exim('other', 'delayed', 'Delay reason: connection timed out', false),
  {
    name: 'Exim: with a machine-readable part',
    kind: 'gone',
    raw: (original) =>
      report(original, {
        from: 'Mail Delivery System <Mailer-Daemon@mx.example.org>',
        subject: 'Mail delivery failed: returning message to sender',
        words: 'This message was created automatically by mail delivery software.',
        status: `Reporting-MTA: dns; mx.example.org\n\nAction: failed\nFinal-Recipient: rfc822;${original.to}\nStatus: 5.0.0\nRemote-MTA: dns; mail.example.com\nDiagnostic-Code: smtp; 550 5.1.1 The mailbox does not exist`,
        more: `X-Failed-Recipients: ${original.to}`,
      }),
  },
  exchange(
    'gone',
    'recipient not found',
    '5.1.10',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
  ),
  exchange('gone', 'recipient not found, older', '5.1.1', '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found'),
  exchange('gone', 'without words', '5.1.1', undefined),
  exchange('failed', 'over quota', '5.2.2', '554 5.2.2 mailbox full; STOREDRV.Deliver: QuotaExceededException'),
  exchange('failed', 'restricted recipient', '5.7.1', '550 5.7.1 RESOLVER.RST.NotAuthorized; not authorized'),
  gmail(
    'gone',
    'no such account',
    '5.1.1',
    '550-5.1.1 The email account that you tried to reach does not exist. Please try\n 550-5.1.1 double-checking the address for typos. NoSuchUser - gsmtp',
  ),
  gmail(
    'failed',
    'out of storage',
    '5.2.2',
    '552 5.2.2 The email account that you tried to reach is over quota. - gsmtp',
  ),
  gmail(
    'failed',
    'unauthenticated',
    '5.7.26',
    '550-5.7.26 This mail has been blocked because the sender is unauthenticated. - gsmtp',
  ),
  gmail(
    'gone',
    'no such domain',
    '5.1.2',
    "DNS Error: DNS type 'mx' lookup of example.invalid responded with code NXDOMAIN",
  ),
  gmail('other', 'delayed', '4.4.1', 'The recipient server did not accept our requests to connect.', 'delayed'),
  qmail('gone', 'no mailbox here', 'Sorry, no mailbox here by that name. (#5.1.1)'),
  qmail(
    'gone',
    'refused by the other server',
    '192.0.2.1 does not like recipient.\nRemote host said: 550 5.1.1 <mara@example.com>: User unknown\nGiving up on 192.0.2.1.',
  ),
  qmail(
    'failed',
    'too long in the queue',
    "CNAME lookup failed temporarily. (#4.4.3)\nI'm not going to try again; this message has been in the queue too long.",
  ),
  qmail(
    'failed',
    'content refused',
    '192.0.2.1 failed after I sent the message.\nRemote host said: 554 5.7.1 Message rejected as spam',
  ),
  sendmail('gone', 'user unknown', '5.1.1', '550 5.1.1 <mara@example.com>... User unknown'),
  sendmail('failed', 'content rejected', '5.3.0', '553 5.3.0 Message content rejected'),
  sendmail('other', 'warning', '4.4.2', '451 4.4.2 Bad response from host', 'delayed'),
  {
    name: 'Amazon SES: unknown user',
    kind: 'gone',
    raw: (original) =>
      report(original, {
        from: 'MAILER-DAEMON@eu-west-1.amazonses.com',
        subject: 'Delivery Status Notification (Failure)',
        words: `An error occurred while trying to deliver the mail to the following recipients:\n${original.to}`,
        status: `Reporting-MTA: dns; a7-12.smtp-out.eu-west-1.amazonses.com\n\nAction: failed\nFinal-Recipient: rfc822; ${original.to}\nDiagnostic-Code: smtp; 550 5.1.1 user unknown\nStatus: 5.1.1`,
        part: 'message/rfc822',
      }),
  },
  {
    name: 'Amazon SES: suppression list',
    kind: 'gone',
    raw: (original) =>
      report(original, {
        from: 'MAILER-DAEMON@amazonses.com',
        subject: 'Delivery Status Notification (Failure)',
        words: 'An error occurred while trying to deliver the mail.',
        status: `Reporting-MTA: dns; amazonses.com\n\nFinal-Recipient: rfc822; ${original.to}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 Amazon SES has suppressed sending to this address because it has a recent history of bouncing as an invalid address.`,
      }),
  },
  complaint(
    'complaint',
    'Amazon SES',
    'complaints@eu-west-1.email-abuse.amazonses.com',
    feedback('Amazon SES Mailbox Simulator'),
  ),
  complaint(
    'complaint',
    'Yahoo',
    'Yahoo! Mail AntiSpam Feedback <feedback@arf.mail.yahoo.com>',
    feedback('Yahoo!-Mail-Feedback/2.0'),
  ),
  complaint(
    'complaint',
    'Comcast',
    'Comcast Feedback Loop <feedbackloop@comcastfbl.example>',
    feedback('ReturnPathFBL/2.0'),
  ),
  complaint('other', 'failed authentication', 'dmarc@example.com', feedback('OpenDMARC-Filter/1.4', 'auth-failure')),
  complaint('other', 'not spam', 'feedback@arf.mail.example', feedback('Example-Feedback/1.0', 'not-spam')),
  {
    name: 'Complaint: Microsoft JMRP',
    kind: 'complaint',
    raw: (original) => `From: <staff@hotmail.com>
To: abuse@daybook.test
Subject: complaint about message from 192.0.2.10
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="=_jmrp"

--=_jmrp
Content-Type: message/rfc822

X-HmXmrOriginalRecipient: ${original.to}
${headersOf(original)}

Your appointment is tomorrow.

--=_jmrp--
`,
  },
  {
    name: 'Yahoo: no such account',
    kind: 'gone',
    raw: (original) =>
      plain(original, {
        from: 'MAILER-DAEMON@yahoo.com',
        subject: 'Failure Notice',
        body: `Sorry, we were unable to deliver your message to the following address.\n\n<${original.to}>:\n554: delivery error: dd This user doesn't have a yahoo.com account (mara@yahoo.com) [0] - mta1.mail.yahoo.com\n\n--- Below this line is a copy of the message.\n\n${headersOf(original)}`,
      }),
  },
  {
    name: 'iCloud: base64 part',
    kind: 'gone',
    raw: (original) =>
      report(original, {
        from: 'Mail Delivery System <MAILER-DAEMON@icloud.com>',
        subject: 'Undelivered Mail Returned to Sender',
        words: 'This is the mail system at host icloud.com.',
        status: status(original, { code: '5.1.1', diagnostic: '550 5.1.1 <mara@icloud.com>: user does not exist' }),
        encoding: 'base64',
      }),
  },
  {
    name: 'OpenSMTPD: by Message-ID alone',
    kind: 'gone',
    raw: (original) =>
      report(original, {
        from: 'Mailer Daemon <MAILER-DAEMON@mx.example.org>',
        subject: 'Delivery status notification: error',
        to: 'bounces@daybook.test',
        words: 'Hi!\n\nThis is the MAILER-DAEMON, please DO NOT REPLY to this email.',
        status: status(original, { code: '5.1.1', diagnostic: '550 Invalid recipient: no such user' }),
      }).replace(/^Return-Path: .*\n/m, ''),
  },
  {
    name: 'Courier: unknown user',
    kind: 'gone',
    raw: (original) =>
      report(original, {
        from: '"Courier mail server at mx.example.org" <@mx.example.org>',
        subject: 'NOTICE: mail delivery status.',
        words: 'This is a delivery status notification from mx.example.org.',
        status: status(original, { code: '5.0.0', diagnostic: '550 User unknown.' }),
      }),
  },
  {
    name: 'Internationalized: RFC 6533',
    kind: 'gone',
    raw: (original) =>
      report(original, {
        from: 'MAILER-DAEMON@mx.example.org',
        subject: 'Undelivered Mail Returned to Sender',
        words: 'This is the mail system at host mx.example.org.',
        type: 'global-delivery-status',
        status: status(original, { code: '5.1.1', diagnostic: '550 5.1.1 User unknown' }),
        part: 'message/global-headers',
      }),
  },
  {
    name: 'Out of office',
    kind: 'other',
    raw: (original) =>
      plain(original, {
        from: `Mara <${original.to}>`,
        subject: 'Automatic reply: Your appointment',
        more: `Auto-Submitted: auto-replied\nIn-Reply-To: ${original.messageId}`,
        body: 'I am away until Monday. The mailbox of my colleague does not exist any more: 550 5.1.1 user unknown.',
      }),
  },
  {
    name: 'Abwesenheit, with an empty return path',
    kind: 'other',
    raw: (original) =>
      `Return-Path: <>\n${plain(original, {
        from: `Mara <${original.to}>`,
        subject: 'Automatische Antwort: Ihr Termin',
        more: 'Auto-Submitted: auto-replied\nX-Auto-Response-Suppress: All',
        body: 'Ich bin bis Montag nicht im Haus.',
      })}`,
  },
  {
    name: 'A person answers',
    kind: 'other',
    raw: (original) =>
      plain(original, {
        from: `Mara <${original.to}>`,
        subject: 'Re: Your appointment',
        more: `References: ${original.messageId}`,
        body: 'My friend says: Undelivered mail, user unknown. What does that mean?',
      }),
  },
  {
    name: 'Read receipt',
    kind: 'other',
    raw: (original) =>
      report(original, {
        from: `Mara <${original.to}>`,
        subject: 'Read: Your appointment',
        words: 'Your message was read.',
        type: 'disposition-notification',
        status: `Final-Recipient: rfc822;${original.to}\nOriginal-Message-ID: ${original.messageId}\nDisposition: manual-action/MDN-sent-manually; displayed`,
      }),
  },
];
