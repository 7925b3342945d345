import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { fileConventions, inferColumn } from '@tessera/fields/infer';
import { analyse } from './analyse.ts';

const data = fileURLToPath(new URL('../../../../node_modules/vega-datasets/data/', import.meta.url));
const read = async (name: string) => {
  const { layout, stats } = await analyse(data + name, {}, undefined, () => undefined);
  const conventions = fileConventions(stats, { decimal: '.', dayFirst: false });
  const types = stats.map((column, i) => {
    const { type, fit } = inferColumn(column, {
      name: layout.header[i]!,
      timezone: 'UTC',
      optionId: (label) => label,
      ...conventions,
    });
    expect(fit.matched + fit.empty, `${name} ${layout.header[i]}`).toBe(layout.rows);
    return `${layout.header[i]} ${type}`;
  });
  return { rows: layout.rows, delimiter: layout.delimiter, types };
};

// Published tables as other programs wrote them; every value of every column must fit what is proposed.
it.each([
  [
    'airports.csv',
    3376,
    [
      'iata singleLineText',
      'name singleLineText',
      'city singleLineText',
      'state select',
      'country select',
      'latitude number',
      'longitude number',
    ],
  ],
  ['stocks.csv', 560, ['symbol select', 'date date', 'price number']],
  ['sp500.csv', 123, ['date date', 'price number']],
  [
    'seattle-weather-hourly-normals.csv',
    8759,
    ['date dateTime', 'pressure number', 'temperature number', 'wind number'],
  ],
  [
    'zipcodes.csv',
    42_049,
    [
      'zip_code singleLineText',
      'latitude number',
      'longitude number',
      'city singleLineText',
      'state select',
      'county singleLineText',
    ],
  ],
  [
    'la-riots.csv',
    63,
    [
      'first_name singleLineText',
      'last_name singleLineText',
      'age number',
      'gender select',
      'race select',
      'death_date date',
      'address singleLineText',
      'neighborhood singleLineText',
      'type select',
      'longitude number',
      'latitude number',
    ],
  ],
  ['unemployment.tsv', 3218, ['id number', 'rate number']],
])('%s', async (name, rows, types) => {
  expect(await read(name)).toEqual({ rows, delimiter: name.endsWith('tsv') ? '\t' : ',', types });
});

// One sheet as LibreOffice Calc wrote it: accents, quotes within quotes, a line break in a cell, leading zeros, an
// empty cell.
const people = [
  ['007', 'João Conceição', 'São Paulo', '1234.56', '1990-01-31', 'TRUE', 'linha 1\nlinha 2'],
  ['008', 'Zoë "Z" Müller', 'Córdoba', '-0.5', '1985-12-01', 'FALSE', 'a; b, c'],
  ['009', 'Ñandú Peña', '', '99999999.99', '2001-02-28', 'TRUE', ''],
  ['010', "O'Brien, Ann", 'Łódź?', '0', '1970-06-15', 'FALSE', '100 % €'],
];
it.each([
  ['utf8-comma', ',', 'utf-8'],
  ['utf8-semicolon', ';', 'utf-8'],
  ['utf8-tab', '\t', 'utf-8'],
  ['utf8-pipe', '|', 'utf-8'],
  ['utf8-quoted', ',', 'utf-8'],
  ['cp1252-semicolon', ';', 'windows-1252'],
  ['utf16-tab', '\t', 'utf-16le'],
])('LibreOffice, %s', async (name, delimiter, encoding) => {
  const { layout, preview, stats } = await analyse(
    fileURLToPath(new URL(`./fixtures/libreoffice-${name}.csv`, import.meta.url)),
    {},
    undefined,
    () => undefined,
  );
  expect(layout).toMatchObject({
    delimiter,
    encoding,
    headerRow: 1,
    rows: 4,
    columns: 7,
    header: ['Código', 'Nome', 'Cidade', 'Preço', 'Nascimento', 'Ativo', 'Obs'],
  });
  // Windows-1252 has no such letters: the program wrote question marks.
  const written =
    encoding === 'windows-1252' ? people.map((row) => row.map((cell) => cell.replace('Łódź?', '?ód??'))) : people;
  expect(preview).toEqual(written);
  const conventions = fileConventions(stats, { decimal: '.', dayFirst: false });
  expect(
    stats.map(
      (column, i) =>
        inferColumn(column, { name: layout.header[i]!, timezone: 'UTC', optionId: (label) => label, ...conventions })
          .type,
    ),
  ).toEqual(['singleLineText', 'singleLineText', 'singleLineText', 'number', 'date', 'checkbox', 'text']);
});
