import { Select, useRights, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import classes from './import.module.css';
import { importApi, type TableName } from './import.resource.ts';
import { useWizard, wizard } from './wizard.ts';

/** The tables that may get records; none while they are not known. */
export const useTables = (): readonly TableName[] => {
  const found = useQuery({ queryKey: ['tables', 'names'], queryFn: ({ signal }) => importApi.tables(signal) });
  return (found.data?.tables ?? []).filter((table) => table.access !== 'view');
};

const newTable = 'new';

/** What becomes of the file: a table of its own, or records of one that is there. */
export const Target = () => {
  const t = useTexts('building');
  const { canCreateTables } = useRights();
  const { target, proposal } = useWizard();
  const tables = useTables();
  const named = tables.find((table) => table.id === target)?.label ?? proposal?.table?.label ?? '';
  const options = [
    ...(canCreateTables ? [{ value: newTable, label: t('import.file.typeText') }] : []),
    ...(target === null ? [] : [{ value: target, label: t('import.into.addThis', { table: named }) }]),
    ...tables
      .filter((table) => table.id !== target)
      .map((table) => ({ value: table.id, label: t('import.into.add', { table: table.label }) })),
  ];
  return (
    <Select
      className={classes['into'] ?? ''}
      label={t('import.file.type')}
      labelHidden
      value={target ?? newTable}
      options={options}
      onChange={(value) => wizard.aim(value === newTable ? null : value)}
    />
  );
};
