// Recognizes the columns of a table of services or appointments by their headings in the languages of Europe.
import { type BookingColumn, type BookingKind, bookingColumns } from '#contract/booking/import.ts';
import { headingOf, isOfCustomer, plainHeading } from '#server/customers/import/headings.ts';
import { fieldOfHeading } from '#server/customers/import/suggest-fields.ts';
import { columnsByValues } from './columns-by-values.ts';
import { canRepeat, columnOfWords } from './heading-words.ts';

const words = (text: string) => new RegExp(`^(?:${text.trim().replaceAll(/\s+/g, '|')})$`);

/** Headings as `plainHeading` gives them. The first that matches wins; each column but notes is held once. */
const headings: Record<BookingKind, [BookingColumn, RegExp][]> = {
  services: [
    [
      'id',
      words('id token itemid reference(id|handle)? sku serviceid servicecode code externalid artikelnummer nummer nr'),
    ],
    [
      'variation',
      words(`variation(name)? variant(e|name)? pricingoption(name)? option(name)? pricename servicevariation ausfuhrung
        variante variacion variants variantas varianta wariant opcj[ae] optie opcion opzione alternativ вариант варіант`),
    ],
    [
      'category',
      words(`category(name|names)? categories reportingcategory servicecategory group servicegroup kategorie(n)? gruppe
        warengruppe categorie(s)? categoria(s)? kategorija kategorijas grupa grupe kategoria categoriedeservice rubrik kategoorija palveluryhma ryhma grupp gruppe teenusegrupp категорія група`),
    ],
    [
      'minutes',
      words(`(service)?duration(min|mins|minutes|inminutes)? length minutes? time servicetime dauer(min|minuten|inminuten)?
        lange zeit zeitdauer duree(min|minutes|enminutes)? duracion(min|minutos)? minutos ilgums(min|minutes)? laiks
        trukme(min|minutes)? durata durataminuti duur czastrwania czas delka duracao kestus kesto varaktighet varighed tid(min|minuter)? idotartam тривалість`),
    ],
    [
      'price',
      words(`(retail|service|base|full|sale)?price(eur|from|gross|inctax|incltax)? prices amount cost rate fee
        (brutto|verkaufs|end)?preis(e|eur|brutto|inkl|ineur|ab)? betrag kosten prix(ttc|eur)? tarif montant precio(s)?
        importe coste tarifa cena(s)? kaina(os)? prezzo importo prijs bedrag cenabrutto preco hind hinta pris pvp listprice regularprice ціна вартість стоимость`),
    ],
    [
      'description',
      words(`(service)?description details text notes? info beschreibung details bemerkung(en)? infotext descripcion
        apraksts aprasymas descrizione omschrijving opis popis descricao kirjeldus kuvaus beskrivning beskrivelse tekst описание опис`),
    ],
    [
      'bufferBefore',
      words(
        '(buffer(time)?|extratime|padding)(before|start) (preparation|setup)(time)?(before)? pufferzeitvor puffervor vorbereitungszeit vorlauf(zeit)?',
      ),
    ],
    [
      'bufferAfter',
      words(`(buffer(time)?|extratime|padding|blockedtime|cleanup(time)?|blockextratime)(after|end)?
        puffer(zeit)?(nach)? nachbereitungszeit nachlauf(zeit)?`),
    ],
    [
      'person',
      words(`(team)?members?(names?)? staff(names?|members?)? employees? providers? practitioners? stylists? mitarbeiter(in|innen)?
        personal team collaborateurs? personnel equipe empleados? profesional(es)? darbinieki darbuotojai specialist(s|i|ai)? calendars? tootaja[d]? tyontekija[t]? medarbejdere?`),
    ],
    [
      'type',
      words(
        '(item|product|catalog)type itemkind artikel(art|typ) produkt(art|typ) type typedarticle typedeproduit tipo(dearticulo|deproducto)',
      ),
    ],
    [
      'status',
      words(`(is)?(archived|active|inactive|enabled|disabled|deleted) (item|service)?(status|state) aktiv inaktiv archiviert
        geloscht actif inactif archivee? activo inactivo archivado aktivs aktyvus attivo aktywny actief aktivni`),
    ],
    [
      'service',
      words(`(service|item|product|treatment|menu|display)?name services? item treatments? titles? title bezeichnung
        dienstleistung(en|sname)? leistung(en|sname)? behandlung(en|sname)? artikel(name|bezeichnung)? prestations? soins?
        nom(duservice|delaprestation|service)? libelle intitule servicios? nombre(delservicio|servicio)? tratamiento(s)?
        pakalpojum(s|i|anosaukums) nosaukums procedura paslaug(a|os|ospavadinimas) pavadinimas procedur(a|os) servizi(o)?
        trattamento dienst(en)? behandeling usluga uslugi nazwa(uslugi)? sluzba nazev servico teenus palvelu tjanst ydelse behandling(ar|er)? toimenpide szolgaltatas serviciu послуг[аи]`),
    ],
  ],
  appointments: [
    [
      'id',
      words(`(appointment|booking|event|visit|reservation|appt)?(id|ref|reference|nr|no|number|code) uid ref hash appointments?
        (termin|buchungs|auftrags)(nr|nummer|id|referenz|kennung|code) buchungsnummer numero(derendezvous|dereservation|diriferimento)? numerodecita nrif refnr no?deref`),
    ],
    [
      'start',
      words(`start(s|at|time|date|datetime|dateandtime|dateetheure)? (appointment|booking|scheduled|event)(start|datetime|dateandtime|startdate|startat|on|for)?
        datetime dateandtime dateetheure datumuhrzeit datumundzeit terminbeginn beginnt? beginn anfang startzeit startdatum
        startdatetime debut datededebut datedebut inicio fechayhora fechadeinicio sakums sakumalaiks datumsunlaiks pradzia
        pradzioslaikas datairlaikas inizio dataora begin rozpoczecie datagodzina poczatek zacatek termin`),
    ],
    [
      'date',
      words(
        'date day (appointment|booking|visit|scheduled|event)date datum tag jour fecha dia datums diena data dzien giorno dag den pvm kuupaev',
      ),
    ],
    [
      'time',
      words(`time hour (appointment|booking|start|scheduled|event|visit)time uhrzeit zeit von beginnzeit heure(dedebut|debut)? hora(deinicio|inicio)? laiks
        laikas nuo no ora orario tijd godzina cas hora from tid kell kellonaika de desde laiksno laikasnuo start(tid|tidspunkt)
        klokken aika час`),
    ],
    [
      'end',
      words(`ends?(at|date|datetime|dateandtime|dateetheure)? ende endzeitpunkt terminende enddatum datedefin fin fechadefin
        beigas beigulaiks pabaiga pabaigoslaikas fine einde zakonczenie koniec konec finish(es)?`),
    ],
    [
      'endTime',
      words(
        'endtime finishtime to until bis endzeit heuredefin heurefin horadefin horafin hasta lidz iki till laikslidz laikasiki slut(tid|tidspunkt)?',
      ),
    ],
    [
      'minutes',
      words(`duration(min|mins|minutes|inminutes)? length minutes? dauer(min|minuten|inminuten)? duree(min|minutes)?
        duracion(min|minutos)? ilgums(min|minutes)? trukme(min|minutes)? durata duur czastrwania delka`),
    ],
    [
      'person',
      words(`(team|staff)?members?(name)? staff(name|member)? employees?(name)? providers?(name)? practitioner stylist
        therapist with resource calendar(name)? bookedwith assignedto mitarbeiter(in|name)? behandler(in)? kalender
        terminplaner ressource bearbeiter(in)? collaborat(eur|rice) praticien(ne)? agenda employee salarie profesional
        empleado(a)? trabajador darbinieks specialists meistars kalendars darbuotoja[sd]? specialistas meistras kalendorius
        operatore dipendente collaboratore medewerker pracownik specjalista zamestnanec specjalista organizer teenindaja tootaja tyontekija tekija medarbejder personal wer bei`),
    ],
    ['variation', words('variation(name)? variante? pricingoption(name)? option(name)? pricename')],
    [
      'service',
      words(`(service|treatment|item|product)s?(names?)? (appointment|booking|event)(type|name|service) type services?booked
        dienstleistung(en)? leistung(en)? behandlung(en|sart)? terminart angebot prestations? soins? motif servicios?
        tratamientos? pakalpojum(s|i) procedura[s]? paslaug(a|os) procedur(a|os) servizi(o)? trattament(o|i) dienst(en)?
        behandeling(en)? uslug(a|i) sluzb(a|y) zabieg teenus palvelu(t)? was behandling(ar|er)? toimenpide послуг[аи]`),
    ],
    [
      'title',
      words('title subject summary betreff titel objet asunto titulo titre temats tema pavadinimas oggetto onderwerp'),
    ],
    [
      'price',
      words(`(total|gross|net|service|booking)?(price|amount|cost|value|total)(eur)? preis betrag gesamt(preis|betrag)? prix montant
        precio importe cena summa kaina suma prezzo prijs kwota`),
    ],
    [
      'status',
      words(
        '(appointment|booking)?(status|state) statut estado etat zustand statuss busena stato stav terminstatus attendance',
      ),
    ],
    [
      'location',
      words(
        'location(name)? (business|branch|shop|salon|site|store)(name)? standort filiale ort lieu etablissement sucursal centro vieta filiale vieta filialas sede vestiging',
      ),
    ],
    [
      'notes',
      words(`(appointment|booking|internal|staff|customer|client|seller)?(notes?|comments?|remarks?|message|description|memo) notiz(en)?
        bemerkung(en)? kommentar(e)? hinweis(e)? anmerkung(en)? beschreibung remarques? commentaires? notas? comentarios?
        observaciones piezimes? komentar(s|i|ai) pastab(a|os) nota note uwagi poznamk[ay] opmerking(en)? anteckning(ar)? bemarkning(er)? bemaerkning(er)? huomautus lisatiedot markused примечани[ея] комментари[ии] примітк[аи]`),
    ],
  ],
};

const asCustomer = new Set<string>(['name', 'firstName', 'lastName', 'eMail', 'phoneNumber']);

/** The meanings of the columns of a table of this kind: by their headings, then by the values of its rows. */
export function suggestColumns(
  kind: BookingKind,
  titles: readonly string[],
  rows: readonly { cells: readonly string[] }[] = [],
): BookingColumn[] {
  const taken = new Set<BookingColumn>();
  const found = titles.map((): BookingColumn => 'skip');
  const isEmpty = titles.map((_, column) => rows.length > 0 && !rows.some(({ cells }) => cells[column]));
  // A column without values takes no meaning from one that has some.
  for (const column of [...titles.keys()].sort((a, b) => Number(isEmpty[a]) - Number(isEmpty[b]))) {
    const field = columnOf(kind, titles[column] ?? '', taken);
    found[column] = field;
    if (field !== 'skip') taken.add(field);
  }
  // A week with a column for each day is no price list.
  const days = titles.filter((title) => /\d{1,2}[./-]\d{1,2}/.test(title));
  return kind === 'services' && days.length < 2 ? columnsByValues(found, titles, rows) : found;
}

/** How many of the cells are headings of a table of this kind. */
export function countKnownColumns(kind: BookingKind, cells: readonly string[]): number {
  return suggestColumns(kind, cells).filter((field) => field !== 'skip').length;
}

/** Appointments have a time and a person; services a length or a price. */
export function kindOfTable(titles: readonly string[]): BookingKind {
  const found = new Set(suggestColumns('appointments', titles));
  const hasTime = found.has('start') || found.has('date');
  return hasTime &&
    (['person', 'name', 'firstName', 'service', 'time', 'end'] as const).some((field) => found.has(field))
    ? 'appointments'
    : 'services';
}

function columnOf(kind: BookingKind, title: string, taken: ReadonlySet<BookingColumn>): BookingColumn {
  const plain = plainHeading(title);
  if (!plain) return 'skip';
  const heading = headingOf(title);
  const own =
    headings[kind].find(([field, pattern]) => (!taken.has(field) || canRepeat(field)) && pattern.test(plain))?.[0] ??
    columnOfWords(kind, heading, taken);
  if (kind === 'services') return own ?? 'skip';
  const field = fieldOfHeading(title) as BookingColumn;
  const isCustomers = asCustomer.has(field) && (!taken.has(field) || field === 'phoneNumber');
  if (isCustomers && isOfCustomer(heading)) return field;
  return own ?? (isCustomers ? field : 'skip');
}

/** The columns that each kind of table can hold. */
export function isColumnOf(kind: BookingKind, column: BookingColumn): boolean {
  return (bookingColumns[kind] as readonly string[]).includes(column);
}
