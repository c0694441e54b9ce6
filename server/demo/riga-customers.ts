// More customers of the salon in Rīga. Families share an address or a number; two people are entered twice.
import type { DemoCompany } from './company.ts';

const firstNames = [
  'Agnese',
  'Aigars',
  'Aija',
  'Alise',
  'Anete',
  'Artūrs',
  'Baiba',
  'Daina',
  'Elīza',
  'Evita',
  'Guna',
  'Gunta',
  'Ilona',
  'Inga',
  'Ivars',
  'Jana',
  'Juris',
  'Karīna',
  'Laura',
  'Lauma',
  'Madara',
  'Marija',
  'Monta',
  'Normunds',
  'Paula',
  'Raivis',
  'Rasa',
  'Rūta',
  'Sabīne',
  'Santa',
  'Signe',
  'Uldis',
  'Una',
  'Viktors',
  'Zanda',
];
const lastNames = [
  'Apsīte',
  'Bite',
  'Cīrule',
  'Dūmiņa',
  'Eglītis',
  'Gailīte',
  'Irbe',
  'Jansone',
  'Kalve',
  'Liepa',
  'Meiere',
  'Niedra',
  'Ozola',
  'Priede',
  'Roze',
  'Strazdiņa',
  'Tīruma',
  'Upīte',
  'Vanaga',
  'Zariņa',
  'Žagare',
];

const many = firstNames.map((first, index) => {
  const last = lastNames[(index * 8) % lastNames.length] ?? '';
  const address = `${first}.${last}`
    .normalize('NFKD')
    .replace(/[^a-z.]/gi, '')
    .toLowerCase();
  return { name: `${first} ${last}`, eMail: `${address}@example.com`, phoneNumber: `+371 20 000 ${300 + index}` };
});

export const rigaCustomers: DemoCompany['contacts'] = [
  ...many,
  // A mother and her children.
  { name: 'Elza Kalniņa', eMail: 'elza.kalnina@example.com', phoneNumber: '+371 20 000 350' },
  { name: 'Emīls Kalniņš', eMail: 'elza.kalnina@example.com', phoneNumber: '+371 20 000 350' },
  { name: 'Estere Kalniņa', eMail: 'elza.kalnina@example.com', phoneNumber: '+371 20 000 350' },
  { name: 'Светлана Иванова', eMail: 'svetlana.ivanova@example.com', phoneNumber: '+371 20 000 351' },
  { name: 'Максим Орлов', eMail: '', phoneNumber: '+371 20 000 352' },
  // Neither address nor number.
  { name: 'Mrs Harper from the hotel', eMail: '', phoneNumber: '' },
  // Each of them has a second entry.
  { name: 'Liga Krumina', eMail: 'liga.krumina@example.com', phoneNumber: '' },
  { name: 'J. Balodis', eMail: '', phoneNumber: '+371 20 000 202' },
];
