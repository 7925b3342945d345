import type { Table, ViewConfig } from '@tessera/kit';
import { askable } from './model.ts';
import type { FormName } from './names.ts';

/** The form of its own that a table has; null where it has none. */
export const ownForm = (
  { creationForm, updateForm }: Pick<Table, 'creationForm' | 'updateForm'>,
  name: FormName,
): ViewConfig | null => {
  const form = name === 'creation' ? creationForm : updateForm;
  return form === true ? null : (form as ViewConfig);
};

/** What people write of a table, what names a record first. */
const labelFirst = (table: Pick<Table, 'fields' | 'labelFieldId'>): NonNullable<ViewConfig['fields']> =>
  askable(table)
    .toSorted((a, b) => Number(b.id === table.labelFieldId) - Number(a.id === table.labelFieldId))
    .map(({ id }) => ({ fieldId: id }));

/** The form for new records with its fields; all of the table where it names none. */
export const creationConfig = (
  table: Pick<Table, 'fields' | 'labelFieldId' | 'creationForm' | 'updateForm'>,
): ViewConfig => {
  const config = ownForm(table, 'creation') ?? firstConfig(table, 'creation');
  return (config.fields ?? []).length > 0 ? config : { ...config, fields: labelFirst(table) };
};

/** What a form begins with. */
export const firstConfig = (table: Pick<Table, 'fields' | 'labelFieldId'>, name: FormName): ViewConfig =>
  name === 'creation'
    ? { fields: labelFirst(table), open_as: 'side_panel', on_save: 'close_and_show_success_notification' }
    : { fields: [], open_as: 'side_panel', on_save: 'keep_open' };
