import { isNumber as holdsNumbers, fieldType } from '@tessera/fields';
import { type Field, useFormats, useSession } from '@tessera/kit';
import { useMemo } from 'react';
import { textOf } from '../data/values.ts';
import classes from './import.module.css';
import type { ImportField, Proposal } from './import.resource.ts';

/** How this person reads values of the import: locale, zone and currency; people by their names. */
export const useShow = (names?: ReadonlyMap<string, string>) => {
  const { locale, timezone } = useFormats();
  const { organization } = useSession();
  return useMemo(
    () => ({
      locale,
      timezone,
      currency: organization.locale_settings.currency_symbol,
      userName: (id: string) => names?.get(id) ?? id,
    }),
    [locale, timezone, organization, names],
  );
};

export const isNumber = (type: string): boolean => holdsNumbers(fieldType(type)?.storage);

/** The first rows as they would land; values that do not fit are empty and marked. */
export const PreviewTable = ({
  fields,
  records,
  label,
  names,
}: {
  fields: readonly ImportField[];
  records: Proposal['records'];
  label: string;
  names: ReadonlyMap<string, string>;
}) => {
  const show = useShow(names);
  const live = fields.filter((field) => !field.deleted);
  const asField = ({ key, name, type, props }: ImportField): Field =>
    ({ id: key, name, type, props, required: false, unique: false, description: '' }) as Field;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={classes['previewFrame']} tabIndex={0} role="region" aria-label={label}>
      <table className={classes['preview']}>
        <thead>
          <tr>
            {live.map((field) => (
              <th key={field.key} scope="col" data-number={isNumber(field.type) || undefined}>
                {field.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record, index) => (
            <tr key={index}>
              {live.map((field) => (
                <td
                  key={field.key}
                  data-number={isNumber(field.type) || undefined}
                  data-misfit={record.misfits.includes(field.key) || undefined}
                >
                  {textOf(asField(field), record.fields[field.key], show)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
