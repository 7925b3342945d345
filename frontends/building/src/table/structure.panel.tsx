import { Button, type Field, IconButton, Panel, toast, useErrorText, useTexts } from '@tessera/kit';
import { IconListCheck, IconPlus, IconRestore, IconTrash } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useAccess } from '../use-access.tsx';
import { fieldIcon, useTypeNames } from '../field-types/list.ts';
import { moved } from '../grid/model/geometry.ts';
import { SortList } from './drag-list.tsx';
import type { TablePanelsProps } from './panels.tsx';
import { useTableUpdate } from './queries.ts';
import { tableApi } from './table.resource.ts';
import classes from './table.module.css';

/** What the table is made of: its fields in their order, and those that were deleted. */
export const StructurePanel = ({ table, onPanel, onDelete }: TablePanelsProps) => {
  const t = useTexts('building');
  const typeName = useTypeNames();
  const errorText = useErrorText('building');
  const update = useTableUpdate(table.id);
  const access = useAccess({ kind: 'tables', id: table.id, label: table.label });
  const deleted = useQuery({
    queryKey: ['table', table.id, 'deleted-fields', table.version],
    queryFn: () => tableApi.deletedFields(table.id),
  });
  const failed = (error: unknown): void => {
    update();
    toast({ kind: 'error', message: t('error.notSaved'), detail: errorText(error) });
  };
  const move = (id: string, to: number): void => {
    const fields = moved(
      table.fields,
      table.fields.findIndex((field) => field.id === id),
      to,
    );
    update({ ...table, fields });
    tableApi
      .orderFields(
        table.id,
        fields.map((field) => field.id),
      )
      .then(update, failed);
  };
  const restore = (field: Field): void => {
    tableApi.restoreField(table.id, field.id).then(() => {
      update();
      void deleted.refetch();
      toast({ message: t('field.restored', { name: field.name }) });
    }, failed);
  };
  return (
    <Panel
      opened
      label={t('structure.title')}
      onClose={() => onPanel(null)}
      footer={
        <>
          {access.entries.map(({ id, label, icon, onSelect }) => (
            <Button key={id} icon={icon} onClick={onSelect}>
              {label}
            </Button>
          ))}
          <Button
            variant="primary"
            icon={IconPlus}
            onClick={() => onPanel({ name: 'field', fieldId: null, from: 'structure' })}
          >
            {t('field.add')}
          </Button>
          {access.dialog}
        </>
      }
    >
      <section className={classes['panelSection']}>
        <h3>{t('structure.fields')}</h3>
        <div style={{ marginInline: -8 }}>
          <SortList
            label={t('structure.fields')}
            items={table.fields.map((field) => ({ id: field.id, name: field.name }))}
            onMove={move}
            render={(item) => {
              const field = table.fields.find((one) => one.id === item.id);
              if (!field) return null;
              const Icon = fieldIcon(field.type);
              return (
                <>
                  <Icon aria-hidden="true" />
                  <button
                    type="button"
                    className={classes['name']}
                    onClick={() => onPanel({ name: 'field', fieldId: field.id, from: 'structure' })}
                  >
                    <span className="t-cut">{field.name}</span>
                    <span className="t-caption">{typeName(field.type)}</span>
                  </button>
                  {field.id !== table.labelFieldId && (
                    <IconButton
                      label={t('field.deleteNamed', { name: field.name })}
                      icon={IconTrash}
                      tooltip={false}
                      onClick={() => onDelete(field)}
                    />
                  )}
                </>
              );
            }}
          />
        </div>
      </section>
      <section className={classes['panelSection']}>
        <h3>{t('structure.forms')}</h3>
        <ul style={{ marginInline: -8 }}>
          {(['creation', 'update'] as const).map((form) => (
            <li key={form} className={classes['fieldRow']}>
              <IconListCheck aria-hidden="true" />
              <Link to={`/object/${table.id}/forms/${form}`} className={classes['name']}>
                <span className="t-cut">{t(`structure.form.${form}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {deleted.data && deleted.data.fields.length > 0 && (
        <section className={classes['panelSection']}>
          <h3>{t('structure.deleted')}</h3>
          <ul style={{ marginInline: -8 }}>
            {deleted.data.fields.map((field) => {
              const Icon = fieldIcon(field.type);
              return (
                <li key={field.id} className={classes['fieldRow']}>
                  <Icon aria-hidden="true" />
                  <span className={classes['name']}>
                    <span className="t-cut">{field.name}</span>
                  </span>
                  <Button size="toolbar" variant="quiet" icon={IconRestore} onClick={() => restore(field)}>
                    {t('restore')}
                  </Button>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </Panel>
  );
};
