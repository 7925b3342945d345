import type { Language } from '@tessera/kit';

type Words = Readonly<
  Record<
    'title' | 'add' | 'adding' | 'cancel' | 'added' | 'linked' | 'notAdded' | 'loading' | 'gone' | 'closed' | 'denied',
    string
  >
>;

/** What people read of adding a record, in each language; `{…}` is filled in. */
export const words: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Add record to {table}',
    add: 'Add',
    adding: 'Adding',
    cancel: 'Cancel',
    added: 'Record added',
    linked: 'Record added and linked',
    notAdded: 'Couldn’t add the record',
    loading: 'Loading',
    gone: 'The link field of this button was deleted.',
    closed: 'You can’t open the table that this button adds records to.',
    denied: 'You can’t add records to {table}.',
  },
  pt: {
    title: 'Adicionar registro a {table}',
    add: 'Adicionar',
    adding: 'Adicionando',
    cancel: 'Cancelar',
    added: 'Registro adicionado',
    linked: 'Registro adicionado e vinculado',
    notAdded: 'Não foi possível adicionar o registro',
    loading: 'Carregando',
    gone: 'O campo de vínculo deste botão foi excluído.',
    closed: 'Você não pode abrir a tabela à qual este botão adiciona registros.',
    denied: 'Você não pode adicionar registros a {table}.',
  },
  es: {
    title: 'Añadir registro a {table}',
    add: 'Añadir',
    adding: 'Añadiendo',
    cancel: 'Cancelar',
    added: 'Registro añadido',
    linked: 'Registro añadido y vinculado',
    notAdded: 'No se pudo añadir el registro',
    loading: 'Cargando',
    gone: 'El campo de vínculo de este botón fue eliminado.',
    closed: 'No puede abrir la tabla a la que este botón añade registros.',
    denied: 'No puede añadir registros a {table}.',
  },
};
