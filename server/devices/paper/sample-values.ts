// Believable values for each type of paper, for previews.
import type { MessageKey } from '#i18n/keys.ts';
import { translate } from '#server/lib/i18n.ts';
import type { PaperTypeKey, PaperValues } from './paper-types.ts';
import { sampleHead as head, sampleReceipt, sampleReport } from './sample-till-values.ts';

export function sampleValues<Key extends PaperTypeKey>(key: Key, language: string): PaperValues<Key> {
  const say = (code: MessageKey) => translate(language, code);
  const all: { [Type in PaperTypeKey]: () => PaperValues<Type> } = {
    appointment: () => ({
      ...head,
      day: '2026-03-03',
      time: '10:00–10:45',
      service: say('paper.sample.haircut'),
      person: 'Līga Ozoliņa',
      customer: 'Anna Bērziņa',
      price: 38,
      reference: 'D-4817',
      note: say('paper.sample.comeEarly'),
      link: 'https://daybook.example/a/7KQ2M9XW',
    }),
    dayList: () => ({
      ...head,
      day: '2026-03-03',
      person: 'Līga Ozoliņa',
      count: '3',
      printed: '07:30',
      visits: [
        { time: '09:00–09:45', customer: 'Anna Bērziņa', phone: '+371 20000001', service: say('paper.sample.haircut') },
        {
          time: '10:00–12:00',
          customer: 'Jūlija Žukauskaitė',
          phone: '+370 60000002',
          service: say('paper.sample.colour'),
          note: say('paper.sample.sensitiveSkin'),
        },
        { time: '13:15–13:45', customer: 'Георгий Щербаков', service: say('paper.sample.blowDry') },
      ],
    }),
    note: () => ({
      ...head,
      title: say('paper.sample.noteTitle'),
      text: say('paper.sample.noteText'),
      author: 'Līga Ozoliņa',
      printed: '18:05',
    }),
    paymentNote: () => ({
      ...head,
      date: '2026-03-03',
      time: '10:52',
      seller: 'SIA Rīgas frizētava',
      registration: '40003032949',
      vatId: 'LV40003032949',
      reference: 'D-4817',
      customer: 'Anna Bērziņa',
      person: 'Līga Ozoliņa',
      total: 66.5,
      method: say('paper.sample.card'),
      lines: [
        { name: say('paper.sample.haircut'), amount: 38 },
        { name: say('paper.sample.blowDry'), amount: 28.5 },
      ],
    }),
    invoiceNotice: () => ({
      ...head,
      seller: 'Daybook',
      number: '2026-000123',
      issued: '2026-03-01',
      due: '2026-03-15',
      total: 49,
      iban: 'LV80 BANK 0000 4351 9500 1',
      reference: '2026-000123',
      link: 'https://daybook.example/i/2026-000123',
    }),
    receipt: () => sampleReceipt(say),
    zReport: () => sampleReport(say),
    testPage: () => ({
      ...head,
      printer: say('paper.sample.printer'),
      dots: '576',
      version: '1.0.0.0',
      printed: '08:00',
      link: 'https://daybook.example',
    }),
  };
  return all[key]();
}
