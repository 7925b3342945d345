import { Button, type Field, IconButton, Segmented, Select, useTexts } from '@tessera/kit';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tessera/kit/icons';
import { useLayoutEffect, useRef } from 'react';
import { type Bucket, buckets, type GroupLevel, isByDays, isGroupable, mostLevels } from '../data/groups.ts';
import { moved } from '../grid/model/geometry.ts';
import { usePlaces } from './places.ts';
import { useSortWords } from './sort-words.ts';
import classes from './table.module.css';

export type GroupBuilderProps = {
  readonly group: readonly GroupLevel[];
  readonly fields: readonly Field[];
  readonly onChange: (group: readonly GroupLevel[]) => void;
};

/** The fields whose values put the records of a view together, the outermost first. */
export const GroupBuilder = ({ group, fields, onChange }: GroupBuilderProps) => {
  const t = useTexts('building');
  const words = useSortWords();
  const placesOf = usePlaces();
  const usable = fields.filter(isGroupable);
  const taken = new Set(group.map(({ fieldId }) => fieldId));
  const places = usable.flatMap((field) => placesOf(field, []));
  const next = usable.find(({ id }) => !taken.has(id));
  const fieldOf = (fieldId: string): Field | undefined => fields.find(({ id }) => id === fieldId);
  const levelOf = (fieldId: string, order: GroupLevel['order']): GroupLevel => {
    const field = fieldOf(fieldId);
    return { fieldId, order, ...(field && isByDays(field) && { bucket: 'month' as const }) };
  };
  // A field that is added is chosen next.
  const rows = useRef<HTMLDivElement>(null);
  const grown = useRef(false);
  useLayoutEffect(() => {
    if (!grown.current) return;
    grown.current = false;
    rows.current?.lastElementChild?.querySelector<HTMLElement>('[aria-haspopup="listbox"]')?.focus();
  });
  const set = (index: number, change: GroupLevel): void =>
    onChange(group.map((one, i) => (i === index ? change : one)));
  return (
    <div className={classes['filter']}>
      <div className={classes['filterHead']}>
        <h2>{t('tools.group.title')}</h2>
      </div>
      {group.length === 0 && <p className="t-secondary">{t('tools.group.none')}</p>}
      <div ref={rows} className={classes['filterRows']}>
        {group.map((one, index) => (
          // By place: the row stays the same, and keeps the focus, when another field is chosen in it.
          <div key={index} className={classes['sortRow']}>
            <Select
              label={t('sort.by')}
              labelHidden
              value={one.fieldId}
              options={places.filter(({ value }) => value === one.fieldId || !taken.has(value))}
              onChange={(id) => set(index, levelOf(id, one.order))}
            />
            {one.bucket !== undefined && (
              <Select
                label={t('tools.group.bucket')}
                labelHidden
                value={one.bucket}
                options={buckets.map((bucket) => ({ value: bucket, label: t(`tools.group.buckets.${bucket}`) }))}
                onChange={(bucket) => set(index, { ...one, bucket: bucket as Bucket })}
              />
            )}
            <Segmented
              label={t('sort.direction')}
              value={one.order}
              onChange={(order) => set(index, { ...one, order })}
              options={[
                { value: 'asc', label: words(fieldOf(one.fieldId), 'asc', 'as') },
                { value: 'desc', label: words(fieldOf(one.fieldId), 'desc', 'as') },
              ]}
            />
            <span className={classes['sortMoves']}>
              <IconButton
                label={t('tools.group.up')}
                icon={IconArrowUp}
                tooltip={false}
                disabled={index === 0}
                onClick={() => onChange(moved(group, index, index - 1))}
              />
              <IconButton
                label={t('tools.group.down')}
                icon={IconArrowDown}
                tooltip={false}
                disabled={index === group.length - 1}
                onClick={() => onChange(moved(group, index, index + 1))}
              />
              <IconButton
                label={t('tools.group.remove')}
                icon={IconX}
                tooltip={false}
                onClick={() => onChange(group.filter((_, i) => i !== index))}
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
          disabled={!next || group.length >= mostLevels}
          onClick={() => {
            if (!next) return;
            grown.current = true;
            onChange([...group, levelOf(next.id, 'asc')]);
          }}
        >
          {t('tools.group.add')}
        </Button>
      </div>
    </div>
  );
};
