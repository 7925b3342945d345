import { fieldType } from '@tessera/fields';
import { Button, type Field, IconButton, Segmented, Select, type Sort, useTexts } from '@tessera/kit';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tessera/kit/icons';
import { moved } from '../grid/model/geometry.ts';
import { fieldIcon } from '../grid/view/field-icon.ts';
import classes from './table.module.css';

export type SortBuilderProps = {
  readonly sort: readonly Sort[];
  readonly fields: readonly Field[];
  readonly onChange: (sort: readonly Sort[]) => void;
};

/** The fields by which a view is ordered, the first one first. */
export const SortBuilder = ({ sort, fields, onChange }: SortBuilderProps) => {
  const t = useTexts('building');
  const usable = fields.filter((field) => fieldType(field.type)?.sortable === true);
  const unused = usable.filter((field) => !sort.some((one) => one.fieldId === field.id));
  const next = unused[0];
  const set = (index: number, change: Sort): void => onChange(sort.map((one, i) => (i === index ? change : one)));
  return (
    <div className={classes['filter']}>
      <div className={classes['filterHead']}>
        <h2>{t('sort.title')}</h2>
      </div>
      {sort.length === 0 && <p className="t-secondary">{t('sort.none')}</p>}
      <div className={classes['filterRows']}>
        {sort.map((one, index) => (
          // By place: the row stays the same, and keeps the focus, when another field is chosen in it.
          <div
            key={index}
            style={{ display: 'grid', gridTemplateColumns: 'minmax(0,1fr) auto auto', gap: 8, alignItems: 'center' }}
          >
            <Select
              label={t('sort.by')}
              labelHidden
              value={one.fieldId}
              options={usable
                .filter((field) => field.id === one.fieldId || unused.includes(field))
                .map((field) => ({ value: field.id, label: field.name, icon: fieldIcon(field.type) }))}
              onChange={(fieldId) => set(index, { fieldId, order: one.order })}
            />
            <Segmented
              label={t('sort.direction')}
              value={one.order}
              onChange={(order) => set(index, { ...one, order })}
              options={[
                { value: 'asc', label: t('sort.asc') },
                { value: 'desc', label: t('sort.desc') },
              ]}
            />
            <span style={{ display: 'flex' }}>
              <IconButton
                label={t('sort.up')}
                icon={IconArrowUp}
                tooltip={false}
                disabled={index === 0}
                onClick={() => onChange(moved(sort, index, index - 1))}
              />
              <IconButton
                label={t('sort.down')}
                icon={IconArrowDown}
                tooltip={false}
                disabled={index === sort.length - 1}
                onClick={() => onChange(moved(sort, index, index + 1))}
              />
              <IconButton
                label={t('sort.remove')}
                icon={IconX}
                tooltip={false}
                onClick={() => onChange(sort.filter((_, i) => i !== index))}
              />
            </span>
          </div>
        ))}
      </div>
      <div className={classes['filterFoot']}>
        <Button
          size="toolbar"
          variant="quiet"
          icon={IconPlus}
          disabled={!next}
          onClick={() => next && onChange([...sort, { fieldId: next.id, order: 'desc' }])}
        >
          {t('sort.add')}
        </Button>
      </div>
    </div>
  );
};
