import { fold } from '@tessera/kit';
import type { Entry } from './functions.resource.ts';

/** What the list shows; '' shows all. */
export type Filter = {
  readonly search: string;
  readonly language: Entry['language'] | '';
  readonly owner: string;
  readonly on: 'on' | 'off' | '';
  readonly last: 'done' | 'failed' | 'never' | '';
};
export const noFilter: Filter = { search: '', language: '', owner: '', on: '', last: '' };

type Judged = Pick<Entry, 'label' | 'language' | 'ownerId' | 'active'> & {
  readonly lastCall: Pick<NonNullable<Entry['lastCall']>, 'state'> | null;
};

/** Whether a function is one of those that are asked for. */
export const fits = (
  { label, language, ownerId, active, lastCall }: Judged,
  { search, language: of, owner, on, last }: Filter,
): boolean =>
  fold(label).includes(fold(search.trim())) &&
  (of === '' || language === of) &&
  (owner === '' || ownerId === owner) &&
  (on === '' || active === (on === 'on')) &&
  (last === '' || (lastCall?.state ?? 'never') === last);
