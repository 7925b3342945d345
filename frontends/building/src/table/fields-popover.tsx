import { Button, fold, Switch, type Table, TextInput, useTexts } from '@tessera/kit';
import { IconSearch } from '@tessera/kit/icons';
import { useState } from 'react';
import { fieldIcon } from '../field-types/list.ts';
import { SortList } from './drag-list.tsx';
import classes from './table.module.css';
import type { ViewState } from '../workbench/use-view.ts';
import { entriesOf, moveField, setAllHidden, setHidden } from '../workbench/view-state.ts';

/** In px: a row of the list, and how many of them stand in it before it scrolls. */
const row = 36;
const mostRows = 9;

/** Which fields a view shows and in which order: found by name, shown and hidden one by one or all at once. */
export const FieldsPopover = ({ table, state }: { table: Table; state: Pick<ViewState, 'config' | 'change'> }) => {
  const t = useTexts('building');
  const { config, change } = state;
  const [search, setSearch] = useState('');
  const entries = entriesOf(table, config);
  const found = entries.filter((entry) => fold(entry.field.name).includes(fold(search.trim())));
  const others = entries.filter((entry) => entry.fieldId !== table.labelFieldId);
  return (
    <div className={classes['popoverList']}>
      <TextInput
        label={t('tools.fields.find')}
        labelHidden
        icon={IconSearch}
        placeholder={t('tools.fields.find')}
        value={search}
        onChange={setSearch}
      />
      <div className={classes['fieldsBody']} style={{ height: Math.min(entries.length, mostRows) * row }}>
        {found.length === 0 && (
          <p className="t-secondary" role="status" style={{ padding: 8 }}>
            {t('tools.fields.none', { search: search.trim() })}
          </p>
        )}
        <SortList
          label={t('fields.title')}
          items={found.map((entry) => ({
            id: entry.fieldId,
            name: entry.field.name,
            // A place among what was found is none among all.
            fixed: entry.fieldId === table.labelFieldId || found.length < entries.length,
          }))}
          onMove={(fieldId, to) => change((before) => moveField(table, before, fieldId, to, false))}
          render={(item) => {
            const entry = found.find((one) => one.fieldId === item.id);
            if (!entry) return null;
            const Icon = fieldIcon(entry.field.type);
            return (
              <>
                <Icon aria-hidden="true" />
                <span className={classes['name']}>
                  <span className="t-cut">{entry.field.name}</span>
                </span>
                <Switch
                  ariaLabel={t('fields.show', { name: entry.field.name })}
                  checked={entry.hidden !== true}
                  disabled={entry.fieldId === table.labelFieldId}
                  onChange={(on) => change((before) => setHidden(table, before, entry.fieldId, !on))}
                />
              </>
            );
          }}
        />
      </div>
      <div className={classes['fieldsFoot']}>
        <Button
          size="toolbar"
          variant="quiet"
          disabled={others.every((entry) => entry.hidden !== true)}
          onClick={() => change((before) => setAllHidden(table, before, false))}
        >
          {t('tools.fields.showAll')}
        </Button>
        <Button
          size="toolbar"
          variant="quiet"
          disabled={others.every((entry) => entry.hidden === true)}
          onClick={() => change((before) => setAllHidden(table, before, true))}
        >
          {t('tools.fields.hideAll')}
        </Button>
      </div>
    </div>
  );
};
