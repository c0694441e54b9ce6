// Papers in four alphabets, and a long one: for tests, for the bench, and to look at.
import { type PaperRequest, samplePaper } from '#server/devices/paper/render-paper.ts';

type Sample = Omit<PaperRequest, 'dots'>;

const services: readonly (readonly [name: string, amount: number])[] = [
  ['Haarschnitt Damen', 38],
  ['Haarschnitt Herren', 29],
  ['Kinderhaarschnitt bis 12 Jahre', 18.5],
  ['Waschen, Schneiden und Föhnen für langes Haar', 62],
  ['Ansatzfarbe', 54],
  ['Strähnen am ganzen Kopf mit Tönung und Pflege', 128],
  ['Dauerwelle', 79.9],
  ['Hochzeitsfrisur mit Probetermin', 1250],
];

const priceList = `> # **Preisliste**
> {{ company }}
---
{% for line in lines %}
{{ line.name }} | {{ line.amount }}
{% endfor %}
---
**{{ 'total' | say }} | {{ total }}**
> {{ 'noReceipt' | say }}
=`;

export const paperSamples = {
  latvian: { ...samplePaper('appointment', 'lv'), typeKey: 'appointment', language: 'lv' },
  cyrillic: {
    template: samplePaper('appointment', 'lv').template,
    typeKey: 'appointment',
    language: 'lv',
    values: {
      company: 'Салон «Весна»',
      address: 'улица Бривибас, 55\nРига, LV-1010',
      phone: '+371 20000000',
      day: '2026-03-03',
      time: '16:30–18:00',
      service: 'Стрижка, окрашивание и укладка волос',
      person: 'Ольга Щербакова',
      customer: 'Георгий Объедков-Ёлкин',
      price: 94.5,
      reference: 'Д-4817',
      note: 'Пожалуйста, приходите на пять минут раньше. Вход со двора.',
      link: 'https://daybook.example/a/7KQ2M9XW',
    },
  },
  greek: {
    template: samplePaper('dayList', 'en').template,
    typeKey: 'dayList',
    language: 'en',
    values: {
      day: '2026-03-03',
      location: 'Θεσσαλονίκη',
      person: 'Ελένη Παπαδοπούλου',
      count: '2',
      printed: '07:30',
      visits: [
        {
          time: '09:00–09:45',
          customer: 'Άννα Γεωργίου',
          phone: '+30 2310 000000',
          service: 'Κούρεμα και χτένισμα',
          note: 'Ευαίσθητο δέρμα, όχι αμμωνία.',
        },
        { time: '10:00–12:30', customer: 'Ωρίων Ξανθόπουλος', service: 'Βαφή ρίζας, θεραπεία και πιστολάκι' },
      ],
    },
  },
  german: {
    template: samplePaper('paymentNote', 'de').template,
    typeKey: 'paymentNote',
    language: 'de',
    values: {
      company: 'Frisör & Kosmetik Größenwahn',
      address: 'Straße des 17. Juni 135\n10623 Berlin',
      phone: '+49 30 0000000',
      date: '2026-03-03',
      time: '10:52',
      reference: 'D-4817',
      customer: 'Käthe Müller-Lüdenscheid',
      person: 'Jörg Weiß',
      total: 1378,
      method: 'Überweisung',
      lines: services.slice(5).map(([name, amount]) => ({ name, amount })),
      vat: [{ name: '19 % MwSt.', amount: 220.02 }],
    },
  },
  priceList: {
    template: priceList,
    typeKey: 'paymentNote',
    language: 'de',
    values: {
      company: 'Frisör & Kosmetik Größenwahn',
      total: 8297,
      lines: Array.from({ length: 40 }, (_, index) => {
        const [name, amount] = services[index % services.length] as (typeof services)[number];
        return { name: `${index + 1}. ${name}`, amount };
      }),
    },
  },
} as const satisfies Record<string, Sample>;
