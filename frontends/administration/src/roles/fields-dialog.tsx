import { Button, Dialog, ErrorState, Loading, Segmented, Skeleton, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { fieldLevel, fieldLevels, withFieldLevel, type Data } from './model.ts';
import classes from './roles.module.css';
import { tableFieldsQuery } from './roles.resource.ts';

/** Which fields of a table a role shows, and which of them it lets be changed. */
export const FieldsDialog = ({
  table,
  data,
  disabled,
  onChange,
  onClose,
}: {
  readonly table: { readonly id: string; readonly label: string };
  readonly data: Data;
  readonly disabled: boolean;
  readonly onChange: (data: Data) => void;
  readonly onClose: () => void;
}) => {
  const t = useTexts('administration');
  const { data: fields, error, refetch } = useQuery(tableFieldsQuery(table.id));
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('role.fieldsOf', { table: table.label })}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('kit:close')}
        </Button>
      }
    >
      <p className="t-secondary">{t('role.fieldsHelp')}</p>
      {error !== null && <ErrorState title={t('role.fieldsError')} error={error} onRetry={() => void refetch()} />}
      {fields === undefined && error === null && (
        <Loading>
          {[180, 220, 160].map((width) => (
            <div key={width} className={classes['item']}>
              <Skeleton width={width} />
            </div>
          ))}
        </Loading>
      )}
      {fields !== undefined && (
        <ul className={classes['access']} aria-label={t('role.fieldsOf', { table: table.label })}>
          {fields.map(({ id, name }) => (
            <li key={id} className={classes['field']}>
              <span className="t-medium t-cut">{name}</span>
              <Segmented
                label={name}
                value={fieldLevel(data, table.id, id)}
                onChange={(level) => onChange(withFieldLevel(data, table.id, id, level))}
                options={fieldLevels.map((level) => ({ value: level, label: t(`role.fieldLevel.${level}`), disabled }))}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
};
