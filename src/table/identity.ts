/**
 * Whether a column says who a person is: by its name, or by the form of its values.
 *
 * Direct identifiers (names, e-mail addresses, phone numbers, national and account numbers, addresses)
 * say so alone, and are not carried over. Quasi-identifiers (date of birth, postcode, coordinates) say so
 * together, and are modelled; a warning tells what to do about them. A schema overrules both.
 */

import { isKnownGivenName } from './givenNames.ts';
import type { Column } from './table.ts';

export type IdentityKind =
  | 'given name'
  | 'surname'
  | 'full name'
  | 'e-mail address'
  | 'phone number'
  | 'national number'
  | 'account number'
  | 'network address'
  | 'address'
  | 'postcode'
  | 'date of birth'
  | 'place';

export interface Identity {
  readonly kind: IdentityKind;
  /** It says who a person is without other columns. */
  readonly direct: boolean;
  readonly why: 'by the name of the column' | 'by the form of its values';
}

const QUASI: ReadonlySet<IdentityKind> = new Set(['postcode', 'date of birth', 'place']);

/** Names of columns in words, without capitals; $ and ^ are the ends of the whole name. */
const BY_NAME: readonly (readonly [IdentityKind, RegExp])[] = [
  [
    'given name',
    /^first$|\b(first|given|christian|middle|fore|nick) ?names?\b|\b(fname|vorname|rufname|prenom|prénom|voornaam|fornavn|förnamn|etunimi|imie|imię)\b|^nombres?$/,
  ],
  [
    'surname',
    /^last$|\b(last|sur|family|maiden) ?names?\b|\b(lname|nachname|familienname|geburtsname|achternaam|etternavn|efternavn|efternamn|sukunimi|nazwisko|cognome|apellidos?)\b|^nom$/,
  ],
  [
    'full name',
    /\b(full|patient|person|customer|client|employee|student|user|player|athlete|owner|doctor|physician|contact|defendant|respondent) ?names?\b|^(fullname|nom complet|nombre completo|nome completo|person|people|doctor|physician|surgeon|teacher|therapist|nurse)$/,
  ],
  ['e-mail address', /\b(e ?mail|email address|mail address|courriel|correo)\b/],
  [
    'phone number',
    /\b(phone|telephone|mobile|cell ?phone|fax|telefon|handy|mobil|téléphone|telefono|teléfono|telefoon|puhelin)( ?(number|no|nr|nummer))?\b/,
  ],
  [
    'national number',
    /\b(ssn|social security|nino|national (id|insurance|number)|nhs (number|no)|personnummer|personal (number|id|code)|fodselsnummer|fødselsnummer|cpr|bsn|pesel|cpf|curp|dni|codice fiscale|steuer ?(id|nummer)|sozialversicherungsnummer|ahv|passport|reisepass|driver'?s? licen[cs]e|mrn|medical record|aadhaar|tax id|henkilotunnus|insurance (number|no|id))\b/,
  ],
  ['account number', /\b(iban|account (number|no|nr)|card (number|no)|credit card|kontonummer)\b/],
  ['network address', /\b(ip|ip address|mac address|device id|imei)\b/],
  ['address', /\b(address|street|strasse|straße|adresse|anschrift|dirección|indirizzo|adres)\b/],
  [
    'postcode',
    /\b(zip|zip ?code|post ?code|postal ?code|plz|postleitzahl|code postal|cap|codigo postal|postnummer)\b/,
  ],
  [
    'date of birth',
    /\b(dob|date of birth|birth ?date|birth ?day|born|geburtsdatum|geburtstag|date de naissance|naissance|fecha de nacimiento|data di nascita|geboortedatum|fødselsdato|födelsedatum|birth)\b/,
  ],
  ['place', /\b(lat|latitude|lon|lng|longitude|gps|coordinates?|geo ?location)\b/],
];

const BY_FORM: readonly (readonly [IdentityKind, RegExp])[] = [
  ['e-mail address', /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i],
  ['national number', /^\d{3}-\d{2}-\d{4}$/],
  ['national number', /^[A-Z]{6}\d{2}[A-EHLMPR-T]\d{2}[A-Z]\d{3}[A-Z]$/i],
  ['national number', /^[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]$/i],
  ['national number', /^(19|20)?\d{6}[-+]\d{4}$/],
  ['national number', /^[0-3]\d[01]\d{3}[-+A]\d{3}[0-9A-Y]$/i],
  ['national number', /^\d{3} \d{3} \d{4}$/],
  ['national number', /^(\d{8}|[XYZ]\d{7})-?[A-Z]$/],
  ['account number', /^[A-Z]{2}\d{2}[ ]?([A-Z0-9]{4} ?){2,7}[A-Z0-9]{1,4}$/],
  ['account number', /^\d{4}([ -]?)\d{4}\1\d{4}\1\d{4}$/],
  [
    'phone number',
    /^(\+\d{1,3}|00\d{1,3}|\(0?\d{2,5}\)|1)[ ./-]?\(?\d[\d ()./-]{5,16}\d( ?(x|ext\.?) ?\d{1,6})?$/,
  ],
  ['phone number', /^\d{3}[-.]\d{3}[-.]\d{4}( ?(x|ext\.?) ?\d{1,6})?$/],
  ['network address', /^(\d{1,3}\.){3}\d{1,3}$/],
  ['network address', /^([0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i],
  ['full name', /^(dr|mr|mrs|ms|miss|prof|sir|herr|frau|mme|m)\.? \p{L}[\p{L}'’. -]+$/iu],
];

const PERSON = /^\p{L}[\p{L}'’.-]*(,? \p{L}[\p{L}'’.-]*){0,4}$/u;
/** Values that are looked at. */
const MOST_LOOKED_AT = 1000;
const LEAST_VALUES = 5;
const NEARLY_ALL = 0.8;
const LEAST_DIFFERENT = 20;

/** n counts values, k those that differ. */
export function identityOf(column: Column, n: number, k: number): Identity | undefined {
  const texts = column.kind === 'text' ? spread(column.dictionary) : [];
  const named = byName(column, texts, n, k);
  if (named) return { kind: named, direct: !QUASI.has(named), why: 'by the name of the column' };
  const formed = byForm(texts);
  if (formed) return { kind: formed, direct: true, why: 'by the form of its values' };
  return undefined;
}

/** Some of the texts, from all parts of the list. */
function spread(texts: readonly string[]): readonly string[] {
  if (texts.length <= MOST_LOOKED_AT) return texts;
  return Array.from(
    { length: MOST_LOOKED_AT },
    (_, i) => texts[Math.floor((i * texts.length) / MOST_LOOKED_AT)],
  );
}

/** The name of a column in words: dateOfBirth and date_of_birth are date of birth. */
export function inWords(name: string): string {
  return name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[^\p{L}\d']+/gu, ' ')
    .trim()
    .toLowerCase();
}

function byName(
  column: Column,
  texts: readonly string[],
  n: number,
  k: number,
): IdentityKind | undefined {
  const words = inWords(column.name);
  const kind = BY_NAME.find(([, form]) => form.test(words))?.[0];
  const areMany = k >= LEAST_DIFFERENT && k > n / 5;
  switch (kind) {
    case 'given name':
    case 'surname':
    case 'full name':
      return k >= LEAST_VALUES && share(texts, isPersonLike) >= NEARLY_ALL ? kind : undefined;
    case 'e-mail address':
    case 'address':
      return column.kind === 'text' && k >= LEAST_VALUES ? kind : undefined;
    case 'phone number':
    case 'national number':
    case 'account number':
    case 'network address':
      return areMany && hasDigits(column, texts) ? kind : undefined;
    case 'postcode':
      return k >= LEAST_VALUES && hasDigits(column, texts) ? kind : undefined;
    case 'date of birth':
      return column.kind === 'text' && k >= LEAST_DIFFERENT ? kind : undefined;
    case 'place':
      return column.kind === 'numeric' && areMany ? kind : undefined;
    default:
      return /\bnames?$/.test(words) && k >= LEAST_DIFFERENT && namesShare(texts) >= 0.1
        ? 'full name'
        : undefined;
  }
}

function byForm(texts: readonly string[]): IdentityKind | undefined {
  if (texts.length < LEAST_DIFFERENT) return undefined;
  const found = BY_FORM.find(([, form]) => share(texts, (text) => form.test(text)) >= NEARLY_ALL);
  if (found) return found[0];
  if (share(texts, isPersonLike) < NEARLY_ALL || namesShare(texts) < 0.4) return undefined;
  return share(texts, (text) => text.trim().includes(' ')) > 0.5 ? 'full name' : 'given name';
}

/** Numbers of at least five digits, or texts most of which hold several digits. */
function hasDigits(column: Column, texts: readonly string[]): boolean {
  if (column.kind === 'text') {
    return share(texts, (text) => (text.match(/\d/g)?.length ?? 0) >= 2) >= NEARLY_ALL;
  }
  let long = 0;
  let all = 0;
  for (const value of column.values) {
    if (Number.isNaN(value)) continue;
    all++;
    if (Number.isInteger(value) && value >= 500) long++;
  }
  return all > 0 && long >= NEARLY_ALL * all;
}

function isPersonLike(text: string): boolean {
  return text.length <= 60 && PERSON.test(text.trim());
}

/** The share of texts with a common given name among their words. */
function namesShare(texts: readonly string[]): number {
  return share(texts, (text) => isPersonLike(text) && text.split(/[ ,.-]+/).some(isKnownGivenName));
}

function share(texts: readonly string[], is: (text: string) => boolean): number {
  if (texts.length === 0) return 0;
  let count = 0;
  for (const text of texts) if (is(text)) count++;
  return count / texts.length;
}
