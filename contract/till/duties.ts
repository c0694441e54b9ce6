// The countries whose law says how a shop records its sales, and which modes of the till they allow.
import type { TillMode } from './places.ts';

/**
 * The law of a country about cash registers. A country that is not listed counts as having a duty. The sources that
 * each row rests on are in docs/guides/till.md.
 */
export interface TillDuty {
  /** Sales must be recorded, signed or reported by a certified, registered or connected device or program. */
  needsDevice: boolean;
  /** Only some trades have the duty; which of them a location is in is not known. */
  onlyTrades?: true;
  /** The law that says so, as it names itself; without a duty, the one about records or receipts. */
  source: string;
  /** When it was looked up. */
  checked: string;
}

const checked = '2026-11-30';

/** By ISO code. */
export const tillDuties: Readonly<Record<string, TillDuty>> = {
  AT: { needsDevice: true, source: 'Bundesabgabenordnung § 131b, Registrierkassensicherheitsverordnung', checked },
  BE: {
    needsDevice: true,
    onlyTrades: true,
    source: 'Koninklijk besluit nr. 1 van 29 december 1992, art. 21bis; koninklijk besluit van 30 december 2009',
    checked,
  },
  BG: { needsDevice: true, source: 'Наредба № Н-18 от 13 декември 2006 г.', checked },
  CH: { needsDevice: false, source: 'Obligationenrecht Art. 957a, Mehrwertsteuergesetz Art. 26', checked },
  DE: { needsDevice: true, source: 'Abgabenordnung § 146a, Kassensicherungsverordnung', checked },
  DK: { needsDevice: true, onlyTrades: true, source: 'Momsbekendtgørelsen § 65', checked },
  EE: { needsDevice: false, source: 'Raamatupidamise seadus, käibemaksuseadus', checked },
  ES: { needsDevice: true, source: 'Real Decreto 1007/2023 (VERI*FACTU), TicketBAI', checked },
  FI: { needsDevice: false, source: 'Laki kuitintarjoamisvelvollisuudesta käteiskaupassa (658/2013)', checked },
  FR: { needsDevice: true, source: 'Code général des impôts, article 286, I, 3° bis', checked },
  GB: { needsDevice: false, source: 'Value Added Tax Regulations 1995, regulation 31', checked },
  GR: { needsDevice: true, source: 'Ν. 4308/2014, άρθρο 12', checked },
  HR: { needsDevice: true, source: 'Zakon o fiskalizaciji', checked },
  HU: { needsDevice: true, onlyTrades: true, source: '8/2025. NGM rendelet', checked },
  IE: { needsDevice: false, source: 'Taxes Consolidation Act 1997, section 886; Value-Added Tax Regulations', checked },
  IT: { needsDevice: true, source: 'Decreto legislativo 5 agosto 2015, n. 127, articolo 2', checked },
  LT: { needsDevice: true, source: 'Vyriausybės 2002 m. rugpjūčio 13 d. nutarimas Nr. 1283', checked },
  LU: { needsDevice: false, source: 'Loi du 12 février 1979 concernant la taxe sur la valeur ajoutée', checked },
  LV: { needsDevice: true, source: 'Ministru kabineta noteikumi Nr. 96 (2014-02-11), Nr. 95 (2014-02-11)', checked },
  MT: { needsDevice: true, source: 'Fiscal Cash Register Requirements (Government Gazette, 27 April 2007)', checked },
  NL: { needsDevice: false, source: 'Algemene wet inzake rijksbelastingen, artikel 52', checked },
  NO: { needsDevice: true, source: 'Kassasystemlova (LOV-2015-06-19-58)', checked },
  PL: { needsDevice: true, source: 'Ustawa o podatku od towarów i usług, art. 111', checked },
  PT: { needsDevice: true, source: 'Portaria n.º 363/2010', checked },
  RO: { needsDevice: true, source: 'Ordonanța de urgență nr. 28/1999', checked },
  SE: { needsDevice: true, source: 'Skatteförfarandelagen (2011:1244), 39 kap.', checked },
  SI: { needsDevice: true, source: 'Zakon o davčnem potrjevanju računov (ZDavPR)', checked },
  SK: {
    needsDevice: true,
    source: 'Zákon č. 289/2008 Z. z. o používaní elektronickej registračnej pokladnice',
    checked,
  },
};

/** The modes that a country allows: one with a duty, or that is not known, none but a fiscal device beside. */
export function allowedModes(country: string): readonly TillMode[] {
  return tillDuties[country]?.needsDevice === false ? ['off', 'plain', 'beside'] : ['off', 'beside'];
}
