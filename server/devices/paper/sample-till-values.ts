// Believable values for the papers of the till, and the head of all samples.
import type { MessageKey } from '#i18n/keys.ts';
import type { PaperValues } from './paper-types.ts';

type Say = (code: MessageKey) => string;

export const sampleHead = {
  company: 'Salons Jūrmala',
  location: 'Centrs',
  address: 'Brīvības iela 55\nRīga, LV-1010',
  phone: '+371 20000000',
};

const seller = { seller: 'SIA Rīgas frizētava', registration: '40003032949', vatId: 'LV40003032949' };

export function sampleReceipt(say: Say): PaperValues<'receipt'> {
  return {
    ...sampleHead,
    ...seller,
    title: say('paper.say.receipt'),
    notice: say('paper.say.notFiscal'),
    register: say('paper.sample.registerName'),
    number: '4817',
    deviceNumber: '000123',
    date: '2026-03-03',
    time: '10:52',
    person: 'Līga Ozoliņa',
    customer: 'Anna Bērziņa',
    total: 58,
    lines: [
      { name: say('paper.sample.haircut'), amount: 38 },
      { name: say('paper.sample.shampoo'), detail: '2 × 12,50', amount: 25 },
      { name: say('paper.say.discount'), amount: -5 },
    ],
    vat: [{ name: `${say('paper.say.vat')} 21 %`, amount: 10.07, net: 47.93 }],
    payments: [
      { name: say('paper.sample.cash'), amount: 20, given: 50, change: 30 },
      { name: say('paper.sample.card'), amount: 38 },
    ],
  };
}

export function sampleReport(say: Say): PaperValues<'zReport'> {
  return {
    ...sampleHead,
    ...seller,
    title: `${say('paper.say.zReport')} 118`,
    notice: say('paper.say.notFiscal'),
    register: say('paper.sample.registerName'),
    openedOn: '2026-03-03',
    openedAt: '08:55',
    openedBy: 'Līga Ozoliņa',
    closedOn: '2026-03-03',
    closedAt: '19:10',
    closedBy: 'Līga Ozoliņa',
    numbers: '4801–4817',
    sales: '16',
    refunds: '1',
    total: 612.5,
    openingCash: 100,
    expectedCash: 334.5,
    countedCash: 334,
    difference: -0.5,
    missingNumbers: '4811, 4817',
    hash: '8f43c1e27a0b5d9614fe20b78d3ac9550e671b2f4da8c3905be6f10d72c84a19',
    printed: '19:10',
    kinds: [
      { name: `${say('paper.say.services')} × 14`, amount: 540 },
      { name: `${say('paper.say.products')} × 6`, amount: 82.5 },
      { name: `${say('paper.say.discounts')} × 2`, amount: -10 },
    ],
    payments: [
      { name: say('paper.sample.cash'), amount: 214.5, received: 239.5, paidOut: 25 },
      { name: say('paper.sample.card'), amount: 398 },
    ],
    vat: [{ name: `${say('paper.say.vat')} 21 %`, amount: 106.3, net: 506.2 }],
    moves: [{ name: say('paper.say.cashIn'), amount: 20, reason: say('paper.sample.changeMoney') }],
  };
}
