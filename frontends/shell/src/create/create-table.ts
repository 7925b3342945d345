import { api, type OptionColor, optionColor, type Table } from '@tessera/kit';
import { queries } from '../session/session.resource.ts';

export type BlankTableTexts = {
  readonly label: string;
  readonly name: string;
  readonly notes: string;
  readonly status: string;
  readonly options: readonly string[];
};

/** The texts of a blank table in the person's language. */
export const blankTable = (t: (key: string) => string): BlankTableTexts => ({
  label: t('create.untitled'),
  name: t('create.name'),
  notes: t('create.notes'),
  status: t('create.status'),
  options: [t('create.todo'), t('create.doing'), t('create.done')],
});

/**
 * A table to begin with: Name, Notes, Status and three empty rows. Texts are in the person's language; ids come from
 * the server.
 */
export const createBlankTable = async (texts: BlankTableTexts): Promise<Table> => {
  const color: OptionColor = optionColor(Math.floor(Math.random() * 12));
  const table = await api.post('/v3/tables', {
    body: {
      label: texts.label,
      color,
      fields: [
        { name: texts.name, type: 'singleLineText' },
        { name: texts.notes, type: 'text' },
        {
          name: texts.status,
          type: 'select',
          props: { options: texts.options.map((label) => ({ label })) },
        },
      ],
    },
  });
  await api.post('/v3/tables/{table}/records', {
    path: { table: table.id },
    body: { records: [{ fields: {} }, { fields: {} }, { fields: {} }] },
  });
  await queries.invalidateQueries({ queryKey: ['home'] });
  return table;
};
