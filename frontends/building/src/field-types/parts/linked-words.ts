import type { RollupFunction } from '@tessera/fields';
import type { Language } from '@tessera/kit';

type LinkedWords = Readonly<Record<'link' | 'field' | 'made' | 'noLink' | 'shows' | 'counts', string>> & {
  readonly functions: Readonly<Record<RollupFunction, string>>;
};

/** What people read of fields that are computed from linked records, in each language; `{…}` is filled in. */
export const linkedWords: Readonly<Record<Language, LinkedWords>> = {
  en: {
    link: 'Link field',
    field: 'Field in {table}',
    made: 'Function',
    noLink: 'This table has no link field yet. Add one first.',
    shows:
      'Everyone who can see this field sees the values of “{field}” from {table} here, even if they can’t open {table}.',
    counts:
      'Everyone who can see this field sees how many records of {table} are linked, even if they can’t open {table}.',
    functions: {
      count: 'Count of records',
      counta: 'Count of values',
      sum: 'Sum',
      min: 'Lowest or earliest',
      max: 'Highest or latest',
      average: 'Average',
      and: 'All are checked',
      or: 'At least one is checked',
      join: 'All values as text',
      unique: 'Each value once',
    },
  },
  pt: {
    link: 'Campo de vínculo',
    field: 'Campo de {table}',
    made: 'Função',
    noLink: 'Esta tabela ainda não tem um campo de vínculo. Adicione um antes.',
    shows:
      'Quem pode ver este campo vê aqui os valores de “{field}” da tabela {table}, mesmo que não possa abrir {table}.',
    counts:
      'Quem pode ver este campo vê quantos registros da tabela {table} estão vinculados, mesmo que não possa abrir {table}.',
    functions: {
      count: 'Número de registros',
      counta: 'Número de valores',
      sum: 'Soma',
      min: 'Menor ou primeiro',
      max: 'Maior ou último',
      average: 'Média',
      and: 'Todos marcados',
      or: 'Pelo menos um marcado',
      join: 'Todos os valores em um texto',
      unique: 'Cada valor uma vez',
    },
  },
  es: {
    link: 'Campo de vínculo',
    field: 'Campo de {table}',
    made: 'Función',
    noLink: 'Esta tabla aún no tiene un campo de vínculo. Agregue uno antes.',
    shows:
      'Quien puede ver este campo ve aquí los valores de «{field}» de la tabla {table}, aunque no pueda abrir {table}.',
    counts:
      'Quien puede ver este campo ve cuántos registros de la tabla {table} están vinculados, aunque no pueda abrir {table}.',
    functions: {
      count: 'Número de registros',
      counta: 'Número de valores',
      sum: 'Suma',
      min: 'Menor o primero',
      max: 'Mayor o último',
      average: 'Promedio',
      and: 'Todos marcados',
      or: 'Al menos uno marcado',
      join: 'Todos los valores en un texto',
      unique: 'Cada valor una vez',
    },
  },
};
