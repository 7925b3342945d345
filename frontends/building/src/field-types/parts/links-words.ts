import type { Language } from '@tessera/kit';

type LinkWords = Readonly<
  Record<
    | 'find'
    | 'linked'
    | 'more'
    | 'none'
    | 'nothing'
    | 'new'
    | 'remove'
    | 'open'
    | 'move'
    | 'done'
    | 'finished'
    | 'failed'
    | 'notMade'
    | 'loading'
    | 'table'
    | 'tableFixed'
    | 'several'
    | 'other'
    | 'otherName'
    | 'otherSeveral'
    | 'shown'
    | 'pickerFields'
    | 'pickerNone'
    | 'hiddenOne'
    | 'hiddenMany'
    | 'inTrash'
    | 'match'
    | 'from'
    | 'fromAll',
    string
  >
>;

/** What people read of links, in each language; `{…}` is filled in. */
export const linkWords: Readonly<Record<Language, LinkWords>> = {
  en: {
    find: 'Find in {table}',
    linked: 'Linked',
    more: 'and {count} more',
    none: 'Nothing matches “{search}”',
    nothing: 'There are no other records in {table}',
    new: 'New “{label}”',
    remove: 'Remove {name}',
    open: 'Open {name}',
    move: 'move',
    done: 'done',
    finished: 'Done',
    failed: 'Couldn’t search {table}',
    notMade: 'Couldn’t make the record',
    loading: 'Searching',
    table: 'Linked table',
    tableFixed: 'The linked table stays as it is.',
    several: 'A record may have several links',
    other: 'In {table}',
    otherName: 'Name of the field there',
    otherSeveral: 'A record there may have several links',
    shown: 'Show the field there',
    pickerFields: 'Also shown and searched when a record is picked',
    pickerNone: 'Nothing else',
    hiddenOne: '1 record that you cannot open',
    hiddenMany: '{count} records that you cannot open',
    inTrash: 'The linked table is in the trash',
    match: '{count} of {all} match',
    from: 'Offer records from',
    fromAll: 'The whole table',
  },
  pt: {
    find: 'Buscar em {table}',
    linked: 'Vinculados',
    more: 'e mais {count}',
    none: 'Nada combina com “{search}”',
    nothing: 'Não há outros registros em {table}',
    new: 'Novo “{label}”',
    remove: 'Remover {name}',
    open: 'Abrir {name}',
    move: 'mover',
    done: 'concluir',
    finished: 'Concluído',
    failed: 'Não foi possível buscar em {table}',
    notMade: 'Não foi possível criar o registro',
    loading: 'Buscando',
    table: 'Tabela vinculada',
    tableFixed: 'A tabela vinculada permanece a mesma.',
    several: 'Um registro pode ter vários vínculos',
    other: 'Em {table}',
    otherName: 'Nome do campo lá',
    otherSeveral: 'Um registro de lá pode ter vários vínculos',
    shown: 'Mostrar o campo lá',
    pickerFields: 'Também mostrados e buscados ao escolher um registro',
    pickerNone: 'Nada mais',
    hiddenOne: '1 registro que você não pode abrir',
    hiddenMany: '{count} registros que você não pode abrir',
    inTrash: 'A tabela vinculada está na lixeira',
    match: '{count} de {all} combinam',
    from: 'Oferecer registros de',
    fromAll: 'Toda a tabela',
  },
  es: {
    find: 'Buscar en {table}',
    linked: 'Vinculados',
    more: 'y {count} más',
    none: 'Nada coincide con “{search}”',
    nothing: 'No hay otros registros en {table}',
    new: 'Nuevo “{label}”',
    remove: 'Quitar {name}',
    open: 'Abrir {name}',
    move: 'mover',
    done: 'listo',
    finished: 'Listo',
    failed: 'No se pudo buscar en {table}',
    notMade: 'No se pudo crear el registro',
    loading: 'Buscando',
    table: 'Tabla vinculada',
    tableFixed: 'La tabla vinculada no cambia.',
    several: 'Un registro puede tener varios vínculos',
    other: 'En {table}',
    otherName: 'Nombre del campo allí',
    otherSeveral: 'Un registro de allí puede tener varios vínculos',
    shown: 'Mostrar el campo allí',
    pickerFields: 'También se muestran y buscan al elegir un registro',
    pickerNone: 'Nada más',
    hiddenOne: '1 registro que no puedes abrir',
    hiddenMany: '{count} registros que no puedes abrir',
    inTrash: 'La tabla vinculada está en la papelera',
    match: '{count} de {all} coinciden',
    from: 'Ofrecer registros de',
    fromAll: 'Toda la tabla',
  },
};

/** A text with what stands in braces filled in. */
export const said = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));

/** How many linked records a reader cannot open. */
export const hiddenText = (words: LinkWords, count: number): string =>
  count === 1 ? words.hiddenOne : said(words.hiddenMany, { count });
