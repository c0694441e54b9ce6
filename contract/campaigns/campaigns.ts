// Campaigns by e-mail and SMS, with the same calls.
import { z } from 'zod';
import { id, instant, moment, money, newId, note, pageNr, text } from '#contract/lib/fields.ts';
import { insertInput, updateInput } from '#contract/lib/record-input.ts';
import { get, post, postOrDelete, service } from '#contract/lib/service.ts';
import { audience, dayLimit, leftOut } from './audience.ts';
import { blocks } from './blocks.ts';

export const campaignMedia = ['mail', 'sms'] as const;
export type CampaignMedium = (typeof campaignMedia)[number];

/** Specification, "Campaign page size". */
export const campaignPageSize = 4;

/** At most so many campaigns reach a customer within a week. */
export const maxCampaignsPerWeek = 2;

/** Characters of the message of an SMS, the SMS that it should take at most, and those that it may take. */
export const maxSmsMessage = 1_000;
export const goodSmsParts = 4;
export const maxSmsParts = 10;

/** `started`: it runs within its period. `sending`: it is being sent once. */
export const campaignStates = ['idle', 'started', 'sending'] as const;
export type CampaignState = (typeof campaignStates)[number];

export const campaignMoves = {
  idle: { start: true, stop: false, send: true, update: true, delete: true },
  started: { start: false, stop: true, send: true, update: false, delete: false },
  sending: { start: false, stop: true, send: false, update: false, delete: false },
} as const satisfies Record<CampaignState, Record<string, boolean>>;
export type CampaignMove = keyof (typeof campaignMoves)[CampaignState];

const count = z.number().int();

/**
 * `funds`: the balance does not pay for it. `night`: it leaves at the end of the company's quiet hours. `limit`: the
 * company has sent its messages of the day. `address`: the address, which is not proved, has had its campaigns of the
 * day. `later`: it follows in its turn. `kept`: no server or gateway is set to send it.
 */
export const waitingReasons = ['funds', 'night', 'limit', 'address', 'later', 'kept'] as const;

/** The parts of the audience: their sum. Then what came of it. */
const figures = z.object({
  audience: count,
  sent: count,
  waiting: count,
  /** Why some of them wait; the others are about to leave. */
  waitingBy: z.array(z.object({ reason: z.enum(waitingReasons), count })),
  failed: count,
  uncertain: count,
  stopped: count,
  leftOut: count,
  leftOutBy: leftOut,
  /**
   * Mails that did not come back, and SMS of which the network says that they arrived: of those sent. Null while no
   * gateway has said anything.
   */
  delivered: count.nullable(),
  /** People who followed a link, each counted once, and requests of mail filters. */
  visited: count,
  scanned: count,
  unsubscribed: count,
  /** People who booked within seven days after following a link. */
  booked: count,
  /** Their appointments, and the prices of those that took place. */
  bookings: count,
  income: money,
});
export type CampaignFigures = z.output<typeof figures>;

export const campaign = z.object({
  id,
  name: z.string(),
  subject: z.string(),
  /** The HTML of an e-mail, or the SMS; made from the blocks where there are any. */
  message: z.string(),
  /** The plain part of an e-mail; empty where it is made from the message. */
  text: z.string(),
  blocks,
  audience,
  periodStart: instant,
  periodEnd: instant,
  /** The zone in which the days of the period, and the quiet hours, count. */
  timeZone: z.string(),
  started: z.boolean(),
  state: z.enum(campaignStates),
  figures,
  dayLimit,
  createdAt: instant.meta({ wire: 'Created' }),
  version: z.string(),
});
export type Campaign = z.output<typeof campaign>;

const fieldsOf = (message: z.ZodString) => ({
  name: text(100),
  subject: note(200).default('').describe('Of the mails; empty: the name.'),
  message: message.default(''),
  text: note(100_000).default(''),
  blocks: blocks.optional(),
  audience: audience.optional(),
  periodStart: instant,
  periodEnd: instant,
});

/** The message as one recipient would see it. */
const rendered = z.object({
  subject: z.string(),
  html: z.string(),
  plain: z.string(),
  /** Bytes of the HTML. */
  size: count,
  /** Of an SMS: how many this one takes, and what it costs (EUR); then of any recipient, whatever language and name. */
  parts: count,
  price: z.number(),
  maxParts: count,
  maxPrice: z.number(),
  links: z.array(z.object({ url: z.string(), label: z.string() })),
  /** Codes of what needs attention. */
  warnings: z.array(
    z.enum([
      'noText',
      'noSubject',
      'noAlt',
      'noLink',
      'gone',
      'notOffered',
      'emptyBlock',
      'notBookable',
      'noLinks',
      'nameInLink',
      'large',
      'long',
      'unknownName',
    ]),
  ),
});
export type RenderedCampaign = z.output<typeof rendered>;

/** A list of campaigns, for its order. */
export const campaignList = {
  rowsKey: 'campaigns',
  row: campaign,
  title: 'name',
  sort: ['createdAt', 'name', 'subject', 'message', 'text', 'periodStart', 'periodEnd', 'started'],
} as const;

const inPeriod = 'Only campaigns whose period has a moment of the range. Its ends can be given in either order.';

/** So that a refusal comes before a person is asked to confirm. */
const checkOnly = z.boolean().default(false).describe('Only checks whether the call would be refused.');

function campaignService(name: string, page: string, what: string, message: z.ZodString) {
  const fields = fieldsOf(message);
  const access = { may: 'admin', page } as const;
  const draft = z.strictObject({
    name: note(100).default('').describe('The subject of a mail without one.'),
    subject: note(200).default(''),
    message: message.default(''),
    text: note(100_000).default(''),
    blocks: blocks.optional(),
  });
  return service(
    `company/${name}`,
    { about: `Campaigns by ${what}, of the company of the caller.` },
    {
      getPaginated: get({
        summary: 'Returns one page of the campaigns, by default the newest first.',
        ...access,
        input: z.strictObject({
          pageNr,
          rowsPerPage: z.number().int().min(1).max(100).default(campaignPageSize),
          search: z.string().max(200).default(''),
          order: z.string().max(60).default('').describe('`field` or `-field`, by wire name.'),
          startDate: moment.optional().describe(`${inPeriod} A date means the start of that day.`),
          endDate: moment.optional().describe(`${inPeriod} A date means the end of that day.`),
        }),
        output: z.object({
          totalRows: count,
          campaigns: z.array(campaign),
          /** Of campaigns that the caller adds. */
          timeZone: z.string(),
        }),
      }),
      getById: get({ summary: 'Returns one campaign.', ...access, input: z.strictObject({ id }), output: campaign }),
      insert: post({
        summary: 'Adds a campaign.',
        ...access,
        readAgainBy: 'getById',
        input: insertInput(campaign, fields),
        output: campaign,
      }),
      update: post({
        summary: 'Saves a campaign, which must not be started. Without Blocks, another Message replaces them.',
        ...access,
        insertBy: 'insert',
        input: updateInput(campaign, fields, { id, version: z.string().max(40).optional() }),
        output: campaign,
      }),
      delete: postOrDelete({
        summary: 'Deletes a campaign. 409 while it is started or being sent.',
        ...access,
        input: z.strictObject({ id }),
        output: null,
      }),
      start: post({
        summary:
          'Starts a campaign: within its period it is sent to everyone in its audience once, newcomers included.',
        ...access,
        ownTransactions: true,
        input: z.strictObject({ id, checkOnly }),
        output: campaign,
      }),
      stop: post({
        summary: 'Stops a campaign: nothing more is sent.',
        ...access,
        input: z.strictObject({ id }),
        output: campaign,
      }),
      send: post({
        summary: 'Sends a campaign now, once, to everyone in its audience who has not had it; it is not started then.',
        ...access,
        ownTransactions: true,
        input: z.strictObject({ id, checkOnly }),
        output: campaign,
      }),
      preview: post({
        summary: 'Returns what a customer would see of a campaign that is being written.',
        ...access,
        ownTransactions: true,
        input: draft,
        output: rendered,
      }),
      getTest: get({
        summary: 'Returns what a customer sees of a campaign: `contactId`, or an example.',
        ...access,
        ownTransactions: true,
        input: z.strictObject({ id, contactId: id.optional() }),
        output: rendered.extend({ name: z.string() }),
      }),
      checkLinks: post({
        summary: 'Requests the first 100 links of a campaign and returns which of them work.',
        ...access,
        ownTransactions: true,
        input: z.strictObject({ id }),
        output: z.array(z.object({ url: z.string(), works: z.boolean(), answer: z.string() })),
      }),
      sendTest: post({
        summary:
          "Sends a campaign to the caller's own address, as a customer would get it: `contactId`, or an example; it is not counted. 417 and 409 while the address of the caller or of the company is not verified.",
        ...access,
        input: z.strictObject({ id, contactId: id.optional() }),
        output: z.object({ to: z.string() }),
      }),
      sendDraft: post({
        summary:
          "Sends a campaign that is being written to the caller's own address, as an example customer would get it, like SendTest. Its pictures become public, because mail programs load them.",
        ...access,
        input: draft,
        output: z.object({ to: z.string() }),
      }),
    },
  );
}

const emailPage = '/app/company/marketing/email';
const smsPage = '/app/company/marketing/sms';

export const emailCampaigns = campaignService('emailcampaigns', emailPage, 'e-mail', note(100_000));
export const smsCampaigns = campaignService('smscampaigns', smsPage, 'SMS', note(maxSmsMessage));

export const campaignsOf = { mail: emailCampaigns, sms: smsCampaigns } as const;
export const campaignPages = { mail: emailPage, sms: smsPage } as const satisfies Record<CampaignMedium, string>;

/** The values of a new campaign but its period. */
export const blankCampaign = { id: newId, name: '', subject: '', message: '', text: '', blocks: [] } as const;
