import type { PartsCell } from '@tessera/kernel';

/** The parts of an address in the order in which a line has them. */
export const partNames = ['street', 'number', 'complement', 'district', 'city', 'state', 'zip', 'country'] as const;
export type Address = { readonly [Name in (typeof partNames)[number]]?: string };

const zips =
  /^(?:\d{5}-?\d{3}|\d{5}-\d{4}|\d{4,6}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{3} \d{2}|\d{4} [A-Z]{2})$/i;
const houses = /^(?:\d{1,6}[a-z]?(?:[-/]\d{0,4}[a-z]?)?|s\/?n)$/i;
const states = /^[A-Z]{2,3}$/;

/** What stands between commas, semicolons and line breaks outside of quotation marks; empty pieces count. */
const piecesOf = (text: string): readonly string[] => {
  const pieces: string[] = [];
  let piece = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!;
    if (quoted) {
      if (sign !== '"') piece += sign;
      else if (text[i + 1] === '"') piece += text[i++]!;
      else quoted = false;
    } else if (sign === '"' && piece.trim() === '') {
      quoted = true;
      piece = '';
    } else if (sign === ',' || sign === ';' || sign === '\n') {
      pieces.push(piece.trim());
      piece = '';
    } else piece += sign;
  }
  pieces.push(piece.trim());
  return pieces;
};

const made = (values: readonly (string | undefined)[]): Address =>
  Object.fromEntries(partNames.flatMap((name, at) => (values[at] ? [[name, values[at]] as const] : [])));

/** "123 - Apto 4 - Centro" is a number and what follows it. */
const unglued = (pieces: readonly string[]): readonly string[] => {
  const [street = '', second = '', ...rest] = pieces;
  const parts = second.split(/ [-–] /);
  return parts.length > 1 && houses.test(parts[0]!.trim())
    ? [street, ...parts.map((one) => one.trim()), ...rest]
    : pieces;
};

/** "São Paulo - SP" and "São Paulo/SP" are a city and its state; undefined for other texts. */
const glued = (piece: string): readonly [string, string] | undefined => {
  const at = piece.lastIndexOf(' - ') > 0 ? piece.lastIndexOf(' - ') : piece.lastIndexOf('/');
  const state = at > 0 ? piece.slice(at).replace(/^[ /-]+/, '') : '';
  return states.test(state) ? [piece.slice(0, at).trim(), state] : undefined;
};

/** The city and the state of what stands last before the zip: "São Paulo - SP", "São Paulo/SP", or two pieces. */
const placeOf = (middle: string[]): readonly [string | undefined, string | undefined] => {
  const last = middle.pop();
  if (last === undefined) return [undefined, undefined];
  const both = glued(last);
  if (both !== undefined) return both;
  return states.test(last) && middle.length > 0 ? [middle.pop(), last] : [last, undefined];
};

/** An address of a line as people write it. Eight pieces are its parts in their order, empty ones too. */
export const parseLine = (text: string): Address => {
  const all = piecesOf(text);
  if (all.length === partNames.length) return made(all);
  const pieces = unglued(all.filter((piece) => piece !== ''));
  // A line may begin with its place: "Curitiba - PR".
  const begins = glued(pieces[0] ?? '') !== undefined;
  const street = begins ? undefined : pieces[0];
  const rest = begins ? [...pieces] : pieces.slice(1);
  const number = rest[0] !== undefined && houses.test(rest[0]) ? rest.shift() : undefined;
  const zipAt = rest.findLastIndex((piece) => zips.test(piece));
  const zip = zipAt < 0 ? undefined : rest[zipAt];
  const country = zipAt >= 0 && zipAt === rest.length - 2 ? rest.at(-1) : undefined;
  const middle =
    zipAt < 0 ? [...rest] : [...rest.slice(0, zipAt), ...rest.slice(country === undefined ? zipAt + 1 : rest.length)];
  const [city, state] = placeOf(middle);
  const district = middle.pop();
  return made([street, number, middle.join(', '), district, city, state, zip, country]);
};

const quote = (part: string): string => (/[,;"]/.test(part) ? `"${part.replaceAll('"', '""')}"` : part);

const same = (a: Address, b: Address): boolean => partNames.every((name) => (a[name] ?? '') === (b[name] ?? ''));

/** An address in one line as people write it. */
export const shownLine = (cell: PartsCell | Address): string => written(cell as Address, (part) => part);

const written = (address: Address, mark: (part: string) => string): string => {
  const place = [address.city, address.state].flatMap((part) => part ?? []).map(mark);
  return [
    ...(['street', 'number', 'complement', 'district'] as const).flatMap((name) => address[name] ?? []).map(mark),
    ...(place.length === 2 ? [place.join(' - ')] : place),
    ...(['zip', 'country'] as const).flatMap((name) => address[name] ?? []).map(mark),
  ].join(', ');
};

/**
 * An address in one line that reads back as it is: as people write it, and where that would say something else with a
 * comma for each part that it lacks.
 */
export const lineOf = (cell: PartsCell | Address): string => {
  const address = cell as Address;
  const shown = written(address, quote);
  return same(parseLine(shown), address) ? shown : partNames.map((name) => quote(address[name] ?? '')).join(', ');
};
