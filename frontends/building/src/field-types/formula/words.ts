import type { Language } from '@tessera/kit';

type Params = Readonly<Record<string, string | number>>;
/** A mistake as the server tells it; `params` are those of its code. */
export type Mistake = {
  readonly from: number;
  readonly to: number;
  readonly code: string;
  readonly message: string;
  readonly params?: Params;
};

type Kinds = 'number' | 'text' | 'boolean' | 'date' | 'dateTime' | 'duration';
type Words = {
  readonly kinds: Readonly<Record<Kinds | 'blank' | 'day' | 'numbers' | 'list' | 'any', string>>;
  readonly listOf: Readonly<Record<Kinds, string>>;
  readonly mistakes: Readonly<Record<string, string>>;
  readonly failures: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<TextKey, string>>;
};
type TextKey =
  | 'formula'
  | 'choices'
  | 'field'
  | 'symbols'
  | 'use'
  | 'preview'
  | 'result'
  | 'records'
  | 'record'
  | 'none'
  | 'last'
  | 'reads'
  | 'readsNone'
  | 'yes'
  | 'no'
  | 'error';

const en: Words = {
  kinds: {
    number: 'a number',
    text: 'a text',
    boolean: 'true or false',
    date: 'a date',
    dateTime: 'a date with a time',
    duration: 'a duration',
    blank: 'blank',
    day: 'a date',
    numbers: 'numbers',
    list: 'a list',
    any: 'a value',
  },
  listOf: {
    number: 'a list of numbers',
    text: 'a list of texts',
    boolean: 'a list of ticks',
    date: 'a list of dates',
    dateTime: 'a list of dates with times',
    duration: 'a list of durations',
  },
  mistakes: {
    'formula.unknown_field': 'There is no field {name}.',
    'formula.field_type': 'A formula cannot use the field {name}.',
    'formula.unknown_function': 'There is no function {name}.',
    'formula.expects': '{name} expects {takes} here, this is {type}.',
    'formula.compares': '{operator} compares values of one kind: here are {left} and {right}.',
    'formula.computes': '{operator} cannot be used with {left} and {right}.',
    'formula.answers': '{name} answers one kind of value: this is {type}, before it is {before}.',
    'formula.arguments': '{name} does not take {given} values.',
    'formula.pairs': '{name} takes pairs of a condition and an answer.',
    'formula.number': 'This number is too long.',
    'formula.unclosed': 'The closing {mark} is missing.',
    'formula.unknown_sign': 'A formula cannot have {sign} here.',
    'formula.unexpected': 'Something is missing before this.',
    'formula.ends_early': 'The formula ends where a value is expected.',
    'formula.empty': 'The formula is empty.',
    'formula.too_deep': 'A formula has at most {max} levels.',
    'formula.too_long': 'A formula has at most {max} characters.',
    'formula.circular': 'The formula would use itself: {path}.',
  },
  failures: {
    division_by_zero: 'It divides by zero',
    number_too_large: 'A number in it is too large',
    not_a_number: 'A text in it is no number',
    not_a_date: 'A text in it is no date',
    no_such_date: 'A date in it is outside the years 1 to 9999',
    out_of_range: 'A function in it has no answer for this value',
    too_long: 'A text in it is too long',
    too_much_work: 'It takes too long to compute',
    bad_pattern: 'A pattern in it cannot be read',
    error: 'The formula says that this is an error',
    field_gone: 'A field that it uses was deleted',
    broken: 'The formula does not fit the fields that it uses',
    circular: 'The formula uses itself through other fields',
    no_such_record: 'The record is gone',
  },
  parameters: {},
  texts: {
    formula: 'Formula',
    choices: 'Fields and functions',
    field: 'Field of this table',
    symbols: 'Signs',
    use: 'Use {name}',
    preview: 'Preview',
    result: 'Result',
    records: '{count} of {total} records',
    record: 'Record',
    none: 'There are no records to try it on.',
    last: 'From the last formula that worked',
    reads: 'Reads {names}. Renaming is safe.',
    readsNone: 'Type { for a field, or the name of a function.',
    yes: 'Yes',
    no: 'No',
    error: 'Couldn’t try the formula.',
  },
};

const pt: Words = {
  kinds: {
    number: 'um número',
    text: 'um texto',
    boolean: 'verdadeiro ou falso',
    date: 'uma data',
    dateTime: 'uma data com hora',
    duration: 'uma duração',
    blank: 'vazio',
    day: 'uma data',
    numbers: 'números',
    list: 'uma lista',
    any: 'um valor',
  },
  listOf: {
    number: 'uma lista de números',
    text: 'uma lista de textos',
    boolean: 'uma lista de marcas',
    date: 'uma lista de datas',
    dateTime: 'uma lista de datas com hora',
    duration: 'uma lista de durações',
  },
  mistakes: {
    'formula.unknown_field': 'Não há um campo {name}.',
    'formula.field_type': 'Uma fórmula não pode usar o campo {name}.',
    'formula.unknown_function': 'Não há uma função {name}.',
    'formula.expects': '{name} espera {takes} aqui; isto é {type}.',
    'formula.compares': '{operator} compara valores do mesmo tipo: aqui há {left} e {right}.',
    'formula.computes': '{operator} não pode ser usado com {left} e {right}.',
    'formula.answers': '{name} responde um só tipo de valor: isto é {type}, antes é {before}.',
    'formula.arguments': '{name} não aceita {given} valores.',
    'formula.pairs': '{name} aceita pares de uma condição e uma resposta.',
    'formula.number': 'Este número é longo demais.',
    'formula.unclosed': 'Falta fechar com {mark}.',
    'formula.unknown_sign': 'Uma fórmula não pode ter {sign} aqui.',
    'formula.unexpected': 'Falta algo antes disto.',
    'formula.ends_early': 'A fórmula termina onde se espera um valor.',
    'formula.empty': 'A fórmula está vazia.',
    'formula.too_deep': 'Uma fórmula tem no máximo {max} níveis.',
    'formula.too_long': 'Uma fórmula tem no máximo {max} caracteres.',
    'formula.circular': 'A fórmula usaria a si mesma: {path}.',
  },
  failures: {
    division_by_zero: 'Há uma divisão por zero',
    number_too_large: 'Um número nela é grande demais',
    not_a_number: 'Um texto nela não é um número',
    not_a_date: 'Um texto nela não é uma data',
    no_such_date: 'Uma data nela está fora dos anos 1 a 9999',
    out_of_range: 'Uma função nela não tem resposta para este valor',
    too_long: 'Um texto nela é longo demais',
    too_much_work: 'O cálculo demora demais',
    bad_pattern: 'Um padrão nela não pode ser lido',
    error: 'A fórmula diz que isto é um erro',
    field_gone: 'Um campo que ela usa foi excluído',
    broken: 'A fórmula não combina com os campos que usa',
    circular: 'A fórmula usa a si mesma por meio de outros campos',
    no_such_record: 'O registro não existe mais',
  },
  parameters: {
    condition: 'condição',
    value: 'valor',
    otherwise: 'senão',
    more: 'mais',
    case: 'caso',
    answer: 'resposta',
    reason: 'motivo',
    number: 'número',
    places: 'casas',
    multiple: 'múltiplo',
    divisor: 'divisor',
    base: 'base',
    exponent: 'expoente',
    text: 'texto',
    count: 'quantidade',
    start: 'início',
    times: 'vezes',
    by: 'por',
    sought: 'procurado',
    occurrence: 'ocorrência',
    from: 'de',
    other: 'outro',
    pattern: 'padrão',
    year: 'ano',
    month: 'mês',
    day: 'dia',
    date: 'data',
    unit: 'unidade',
    earlier: 'anterior',
    first: 'primeiro',
    holidays: 'feriados',
    to: 'até',
    format: 'formato',
    timezone: 'fuso',
    list: 'lista',
    between: 'entre',
  },
  texts: {
    formula: 'Fórmula',
    choices: 'Campos e funções',
    field: 'Campo desta tabela',
    symbols: 'Sinais',
    use: 'Usar {name}',
    preview: 'Prévia',
    result: 'Resultado',
    records: '{count} de {total} registros',
    record: 'Registro',
    none: 'Não há registros para testar.',
    last: 'Da última fórmula que funcionou',
    reads: 'Lê {names}. Renomear não a quebra.',
    readsNone: 'Digite { para um campo, ou o nome de uma função.',
    yes: 'Sim',
    no: 'Não',
    error: 'Não foi possível testar a fórmula.',
  },
};

const es: Words = {
  kinds: {
    number: 'un número',
    text: 'un texto',
    boolean: 'verdadero o falso',
    date: 'una fecha',
    dateTime: 'una fecha con hora',
    duration: 'una duración',
    blank: 'vacío',
    day: 'una fecha',
    numbers: 'números',
    list: 'una lista',
    any: 'un valor',
  },
  listOf: {
    number: 'una lista de números',
    text: 'una lista de textos',
    boolean: 'una lista de marcas',
    date: 'una lista de fechas',
    dateTime: 'una lista de fechas con hora',
    duration: 'una lista de duraciones',
  },
  mistakes: {
    'formula.unknown_field': 'No hay un campo {name}.',
    'formula.field_type': 'Una fórmula no puede usar el campo {name}.',
    'formula.unknown_function': 'No hay una función {name}.',
    'formula.expects': '{name} espera {takes} aquí; esto es {type}.',
    'formula.compares': '{operator} compara valores del mismo tipo: aquí hay {left} y {right}.',
    'formula.computes': '{operator} no se puede usar con {left} y {right}.',
    'formula.answers': '{name} responde un solo tipo de valor: esto es {type}, antes es {before}.',
    'formula.arguments': '{name} no acepta {given} valores.',
    'formula.pairs': '{name} acepta pares de una condición y una respuesta.',
    'formula.number': 'Este número es demasiado largo.',
    'formula.unclosed': 'Falta cerrar con {mark}.',
    'formula.unknown_sign': 'Una fórmula no puede tener {sign} aquí.',
    'formula.unexpected': 'Falta algo antes de esto.',
    'formula.ends_early': 'La fórmula termina donde se espera un valor.',
    'formula.empty': 'La fórmula está vacía.',
    'formula.too_deep': 'Una fórmula tiene como máximo {max} niveles.',
    'formula.too_long': 'Una fórmula tiene como máximo {max} caracteres.',
    'formula.circular': 'La fórmula se usaría a sí misma: {path}.',
  },
  failures: {
    division_by_zero: 'Hay una división por cero',
    number_too_large: 'Un número en ella es demasiado grande',
    not_a_number: 'Un texto en ella no es un número',
    not_a_date: 'Un texto en ella no es una fecha',
    no_such_date: 'Una fecha en ella está fuera de los años 1 a 9999',
    out_of_range: 'Una función en ella no tiene respuesta para este valor',
    too_long: 'Un texto en ella es demasiado largo',
    too_much_work: 'El cálculo tarda demasiado',
    bad_pattern: 'Un patrón en ella no se puede leer',
    error: 'La fórmula dice que esto es un error',
    field_gone: 'Un campo que usa se eliminó',
    broken: 'La fórmula no encaja con los campos que usa',
    circular: 'La fórmula se usa a sí misma a través de otros campos',
    no_such_record: 'El registro ya no existe',
  },
  parameters: {
    condition: 'condición',
    value: 'valor',
    otherwise: 'si no',
    more: 'más',
    case: 'caso',
    answer: 'respuesta',
    reason: 'motivo',
    number: 'número',
    places: 'decimales',
    multiple: 'múltiplo',
    divisor: 'divisor',
    base: 'base',
    exponent: 'exponente',
    text: 'texto',
    count: 'cantidad',
    start: 'inicio',
    times: 'veces',
    by: 'por',
    sought: 'buscado',
    occurrence: 'aparición',
    from: 'desde',
    other: 'otro',
    pattern: 'patrón',
    year: 'año',
    month: 'mes',
    day: 'día',
    date: 'fecha',
    unit: 'unidad',
    earlier: 'anterior',
    first: 'primero',
    holidays: 'festivos',
    to: 'hasta',
    format: 'formato',
    timezone: 'zona',
    list: 'lista',
    between: 'entre',
  },
  texts: {
    formula: 'Fórmula',
    choices: 'Campos y funciones',
    field: 'Campo de esta tabla',
    symbols: 'Signos',
    use: 'Usar {name}',
    preview: 'Vista previa',
    result: 'Resultado',
    records: '{count} de {total} registros',
    record: 'Registro',
    none: 'No hay registros con los que probarla.',
    last: 'De la última fórmula que funcionó',
    reads: 'Lee {names}. Cambiarles el nombre no la rompe.',
    readsNone: 'Escriba { para un campo, o el nombre de una función.',
    yes: 'Sí',
    no: 'No',
    error: 'No se pudo probar la fórmula.',
  },
};

export const words: Readonly<Record<Language, Words>> = { en, pt, es };

/** A sentence with what stands in braces filled in. */
export const filled = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));

/** What a kind of value is called: "number", "text[]". */
export const kindName = (language: Language, kind: string): string => {
  const { kinds, listOf } = words[language];
  const of = kind.endsWith('[]') ? listOf[kind.slice(0, -2) as Kinds] : kinds[kind as Kinds];
  return of ?? kind;
};

/** A mistake in the person's language; one of a code that is not known here as the server says it. */
export const mistakeText = (language: Language, { code, message, params = {} }: Mistake): string => {
  const sentence = words[language].mistakes[code];
  if (sentence === undefined) return message;
  return filled(
    sentence,
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        ['takes', 'type', 'left', 'right', 'before'].includes(name) ? kindName(language, String(value)) : value,
      ]),
    ),
  );
};
