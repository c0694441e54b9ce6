// Words of the trades in the product's languages and Russian: a search in one language finds services in another.
// Documents depend on them by `listedPartsOf`: a migration that marks all companies goes with a change of the lists.
import type { searchTimes } from '#contract/site/home.ts';
import { searchTermsOf } from './search-terms.ts';

/** A line for each thing; languages are separated by bars, names in one language by commas. */
const things = `
haircut, hair cut, cut and blow-dry | Haarschnitt, Haare schneiden | coupe de cheveux, coupe | corte de pelo, corte | стрижка | griezums, matu griezums, matu griešana | kirpimas, plaukų kirpimas
hairdresser, hair stylist, hair salon | Friseur, Frisör, Friseurin, Friseursalon | coiffeur, coiffeuse, salon de coiffure | peluquero, peluquera, peluquería | парикмахер, парикмахерская | frizieris, friziere, frizētava | kirpėjas, kirpėja, kirpykla
barber, barbershop, barber shop | Barbier, Herrenfriseur, Barbershop | barbier | barbero, barbería | барбер, барбершоп | bārddzinis, bārdas meistars, bārbers | barberis, vyrų kirpykla
beard, beard trim, shave | Bart, Bartpflege, Rasur | barbe, taille de barbe, rasage | barba, afeitado | борода, бритьё | bārda, skūšana | barzda, barzdos kirpimas, skutimas
colour, color, hair colour, hair color, hair dye | Farbe, Haarfarbe, Haare färben, Färben | couleur, coloration | color, tinte, coloración | окрашивание, покраска | krāsošana, matu krāsošana | dažymas, plaukų dažymas
highlights, balayage | Strähnchen, Strähnen, Balayage | mèches, balayage | mechas, balayage | мелирование, балаяж | šķipsnas, balajāža | sruogelės, balejažas
massage | Massage | massage | masaje | массаж | masāža | masažas
massage therapist, masseur | Masseur, Masseurin, Massagetherapeut | masseur, masseuse | masajista | массажист | masieris, masiere | masažistas, masažistė
physiotherapy, physical therapy, physio | Physiotherapie, Krankengymnastik, Physio | kinésithérapie, physiothérapie, kiné | fisioterapia | физиотерапия | fizioterapija | kineziterapija, fizioterapija
physiotherapist, physical therapist | Physiotherapeut, Physiotherapeutin, Krankengymnast | kinésithérapeute, physiothérapeute | fisioterapeuta | физиотерапевт | fizioterapeits, fizioterapeite | kineziterapeutas, kineziterapeutė, fizioterapeutas
osteopath, osteopathy | Osteopath, Osteopathin, Osteopathie | ostéopathe, ostéopathie | osteópata, osteopatía | остеопат, остеопатия | osteopāts, osteopātija | osteopatas, osteopatija
chiropractor | Chiropraktiker | chiropracteur | quiropráctico | хиропрактик, мануальный терапевт | hiropraktiķis, manuālais terapeits | chiropraktikas, manualinis terapeutas
manicure, nails, nail salon | Maniküre, Nägel, Nagelstudio | manucure, ongles | manicura, uñas | маникюр, ногти | manikīrs, nagi | manikiūras, nagai
pedicure | Pediküre, Fußpflege | pédicure | pedicura | педикюр | pedikīrs | pedikiūras
beautician, beauty salon, cosmetics | Kosmetiker, Kosmetikerin, Kosmetik, Kosmetikstudio | esthéticienne, esthéticien, institut de beauté | esteticista, salón de belleza | косметолог, салон красоты | kosmetologs, kosmetoloģe, skaistumkopšana, skaistumkopšanas salons | kosmetologas, kosmetologė, grožio salonas
facial, face treatment | Gesichtsbehandlung | soin du visage | tratamiento facial, limpieza facial | чистка лица, уход за лицом | sejas procedūra, sejas kopšana | veido procedūra, veido valymas
waxing, hair removal, epilation | Waxing, Haarentfernung, Enthaarung | épilation | depilación | депиляция, эпиляция, шугаринг | vaksācija, depilācija, epilācija | depiliacija, epiliacija
eyebrows, brows | Augenbrauen | sourcils | cejas | брови | uzacis | antakiai
eyelashes, lashes | Wimpern | cils | pestañas | ресницы | skropstas | blakstienos
make-up, makeup, make up | Make-up, Schminken | maquillage | maquillaje | макияж, визаж | grims, make-up | makiažas
tattoo | Tattoo, Tätowierung | tatouage | tatuaje | тату, татуировка | tetovējums | tatuiruotė
piercing | Piercing | piercing | piercing, perforación | пирсинг | pīrsings | auskarų vėrimas
dentist, dental | Zahnarzt, Zahnärztin | dentiste | dentista | стоматолог, зубной врач, дантист | zobārsts, zobārste, stomatologs | odontologas, dantistas, stomatologas
tooth cleaning, teeth cleaning, dental hygiene | Zahnreinigung | détartrage, nettoyage dentaire | limpieza dental | чистка зубов | zobu higiēna, zobu tīrīšana | burnos higiena, dantų valymas
doctor, physician | Arzt, Ärztin | médecin, docteur | médico, doctor, doctora | врач, доктор | ārsts, ārste | gydytojas, gydytoja
psychologist, psychotherapist, psychotherapy | Psychologe, Psychologin, Psychotherapeut, Psychotherapie | psychologue, psychothérapeute, psychothérapie | psicólogo, psicóloga, psicoterapia | психолог, психотерапевт | psihologs, psihoterapeits, psihoterapija | psichologas, psichologė, psichoterapeutas, psichoterapija
speech therapy, speech therapist | Logopädie, Logopäde, Logopädin | orthophonie, orthophoniste | logopeda, logopedia | логопед | logopēds | logopedas
nutritionist, dietician | Ernährungsberater, Ernährungsberatung | nutritionniste, diététicien | nutricionista, dietista | диетолог, нутрициолог | uztura speciālists, dietologs | dietologas, mitybos specialistas
yoga | Yoga | yoga | yoga | йога | joga | joga
pilates | Pilates | pilates | pilates | пилатес | pilates | pilatesas
personal trainer, personal training, fitness trainer | Personal Trainer, Fitnesstrainer | coach sportif, entraîneur personnel | entrenador personal | тренер, персональный тренер | personīgais treneris, treneris | asmeninis treneris, treneris
teacher, tutor, tutoring | Lehrer, Lehrerin, Nachhilfe | professeur, cours particuliers | profesor, profesora, clases particulares | учитель, репетитор | skolotājs, privātskolotājs, pasniedzējs | mokytojas, mokytoja, korepetitorius
piano lesson, piano lessons | Klavierunterricht, Klavierstunde | cours de piano | clases de piano, clase de piano | уроки фортепиано | klavierspēles stunda, klavieru stunda | fortepijono pamoka
driving lesson, driving school | Fahrstunde, Fahrschule | leçon de conduite, auto-école | autoescuela, clase de conducir | автошкола, урок вождения | autoskola, braukšanas stunda | vairavimo mokykla, vairavimo pamoka
lawyer, attorney, solicitor | Anwalt, Anwältin, Rechtsanwalt | avocat, avocate | abogado, abogada | юрист, адвокат | jurists, advokāts | teisininkas, advokatas
notary | Notar, Notarin | notaire | notario | нотариус | notārs | notaras
tax advisor, tax adviser, accountant | Steuerberater, Steuerberaterin, Buchhalter | comptable, conseiller fiscal | asesor fiscal, contable | бухгалтер, налоговый консультант | grāmatvedis, nodokļu konsultants | buhalteris, mokesčių konsultantas
photographer, photo shoot | Fotograf, Fotografin, Fotoshooting | photographe, séance photo | fotógrafo, fotógrafa, sesión de fotos | фотограф, фотосессия | fotogrāfs, fotosesija | fotografas, fotosesija
veterinarian, vet | Tierarzt, Tierärztin | vétérinaire | veterinario, veterinaria | ветеринар | veterinārārsts, vetārsts | veterinaras, veterinarijos gydytojas
dog grooming, dog groomer | Hundesalon, Hundepflege | toilettage, toiletteur | peluquería canina | груминг, стрижка собак | suņu frizētava, suņu kopšana | šunų kirpykla, šunų kirpimas
tyre change, tire change | Reifenwechsel | changement de pneus | cambio de neumáticos | шиномонтаж, замена шин | riepu maiņa, riepu montāža | padangų keitimas
consultation, advice | Beratung, Beratungsgespräch | consultation, conseil | consulta, asesoramiento | консультация | konsultācija | konsultacija
sauna | Sauna | sauna | sauna | сауна, баня | pirts, sauna | pirtis, sauna
children, kids | Kinder | enfants | niños | дети, детская | bērni, bērnu | vaikai, vaikų
women, ladies | Damen, Frauen | femmes, dames | mujeres, señoras | женская, женский | sieviešu, dāmu | moterys, moterų
men, gentlemen | Herren, Männer | hommes, messieurs | hombres, caballeros | мужская, мужской | vīriešu, kungu | vyrai, vyrų`;

/** Words that ask for a time. */
const times = {
  today: "today | heute | aujourd'hui | hoy | сегодня | šodien | šiandien",
  tomorrow: 'tomorrow | morgen | demain | mañana | завтра | rīt, rītdien | rytoj',
  openNow:
    'open now, open, now | jetzt offen, jetzt geöffnet, offen, geöffnet, jetzt | ouvert maintenant, ouvert, maintenant | abierto ahora, abierto, ahora | открыто сейчас, открыто, сейчас | tagad atvērts, atvērts, atvērts tagad, tagad | atidaryta dabar, dabar atidaryta, atidaryta, dabar',
} as const satisfies Record<AskedTime, string>;

/** Words that only join others. */
const joining =
  'a, an, the, in, at, near, for, and, with, free | der, die, das, ein, eine, bei, für, und, mit, am, im, um, frei | à, au, aux, de, des, du, en, et, la, le, les, pour, un, une, chez, libre | con, del, el, los, las, para, por, y, una, libre | в, во, на, и, у, для, с | pie, un, uz, ar, no, brīvs | prie, į, su, ir, laisvas';

export type AskedTime = (typeof searchTimes)[number];

/** The phrases of a list, each as its words. */
function phrasesOf(list: string): string[][] {
  return list.split(/[,|]/).flatMap((phrase) => {
    const terms = searchTermsOf(phrase);
    return terms.length > 0 ? [terms] : [];
  });
}

/** The phrases of all languages for each thing. */
const groups = things.trim().split('\n').map(phrasesOf);
/** The groups by the words of a phrase, joined by spaces. */
const groupsByPhrase = new Map<string, string[][][]>();
for (const group of groups) {
  for (const phrase of group) {
    const key = phrase.join(' ');
    const known = groupsByPhrase.get(key) ?? [];
    if (!known.includes(group)) groupsByPhrase.set(key, [...known, group]);
  }
}

/** The most words of a phrase. */
export const maxPhraseTerms = 4;

/** Other phrases for the same thing, in any language; none for a phrase that the lists lack. */
export function otherPhrasesFor(terms: readonly string[]): string[][] {
  const key = terms.join(' ');
  return (groupsByPhrase.get(key) ?? []).flat().filter((phrase) => phrase.join(' ') !== key);
}

const minPart = 5;
const parts = [...new Set(groups.flat(2))].filter((term) => term.length >= minPart);

/** The words of the lists with which a compound ends, or that stand inside it: "Herrenhaarschnitt" is a "Haarschnitt". */
export function listedPartsOf(term: string): string[] {
  return term.length > minPart ? parts.filter((part) => term.indexOf(part, 1) > 0) : [];
}

const timesByPhrase = new Map(
  (Object.keys(times) as AskedTime[]).flatMap((time) =>
    phrasesOf(times[time]).map((phrase) => [phrase.join(' '), time] as const),
  ),
);

/** The time for which a phrase asks. */
export function askedTimeOf(terms: readonly string[]): AskedTime | undefined {
  return timesByPhrase.get(terms.join(' '));
}

const joiningTerms = new Set(phrasesOf(joining).flat());

export function isJoiningTerm(term: string): boolean {
  return joiningTerms.has(term);
}
