import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { fileConventions, inferColumn } from '@tessera/fields/infer';
import { analyse } from './analyse.ts';

const data = fileURLToPath(new URL('../../../../node_modules/vega-datasets/data/', import.meta.url));
const read = async (name: string) => {
  const { layout, stats } = await analyse(data + name, {}, undefined, () => undefined);
  const conventions = fileConventions(stats, { decimal: '.', dayFirst: false });
  const types = stats.map((column, i) => {
    const { type, fit } = inferColumn(column, { name: layout.header[i]!, timezone: 'UTC', optionId: (label) => label, ...conventions });
    expect(fit.matched + fit.empty, `${name} ${layout.header[i]}`).toBe(layout.rows);
    return `${layout.header[i]} ${type}`;
  });
  return { rows: layout.rows, delimiter: layout.delimiter, types };
};

// Published tables as other programs wrote them; every value of every column must fit what is proposed.
it.each([
  ['airports.csv', 3376, ['iata singleLineText', 'name singleLineText', 'city singleLineText', 'state select', 'country select', 'latitude number', 'longitude number']],
  ['stocks.csv', 560, ['symbol select', 'date date', 'price number']],
  ['sp500.csv', 123, ['date date', 'price number']],
  ['seattle-weather-hourly-normals.csv', 8759, ['date dateTime', 'pressure number', 'temperature number', 'wind number']],
  ['zipcodes.csv', 42_049, ['zip_code singleLineText', 'latitude number', 'longitude number', 'city singleLineText', 'state select', 'county singleLineText']],
  ['la-riots.csv', 63, ['first_name singleLineText', 'last_name singleLineText', 'age number', 'gender select', 'race select', 'death_date date', 'address singleLineText', 'neighborhood singleLineText', 'type select', 'longitude number', 'latitude number']],
  ['unemployment.tsv', 3218, ['id number', 'rate number']],
])('%s', async (name, rows, types) => {
  expect(await read(name)).toEqual({ rows, delimiter: name.endsWith('tsv') ? '\t' : ',', types });
});
