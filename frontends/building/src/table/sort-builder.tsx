import { typeOfField } from '@tessera/fields';
import { Button, type Field, IconButton, Segmented, Select, type Sort, useTexts } from '@tessera/kit';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tessera/kit/icons';
import { useLayoutEffect, useRef } from 'react';
import { moved } from '../grid/model/geometry.ts';
import { placeId, placeOf, usePlaces } from './places.ts';
import { useSortWords } from './sort-words.ts';
import classes from './table.module.css';

export type SortBuilderProps = {
  readonly sort: readonly Sort[];
  readonly fields: readonly Field[];
  readonly onChange: (sort: readonly Sort[]) => void;
};

/** The fields by which a view is ordered, the first one first. */
export const SortBuilder = ({ sort, fields, onChange }: SortBuilderProps) => {
  const t = useTexts('building');
  const words = useSortWords();
  const usable = fields.filter((field) => typeOfField(field)?.sortable === true);
  const placesOf = usePlaces();
  const taken = new Set(sort.map(placeId));
  const places = usable.flatMap((field) => {
    const type = typeOfField(field);
    // By its main part the field itself is ordered.
    return placesOf(
      field,
      Object.keys(type?.partOperators ?? {}).filter((part) => part !== type?.mainPart),
    );
  });
  const next = places.find(({ value }) => !taken.has(value));
  // A field that is added is chosen next.
  const rows = useRef<HTMLDivElement>(null);
  const grown = useRef(false);
  useLayoutEffect(() => {
    if (!grown.current) return;
    grown.current = false;
    rows.current?.lastElementChild?.querySelector<HTMLElement>('[aria-haspopup="listbox"]')?.focus();
  });
  const fieldOf = (one: Sort): Field | undefined => fields.find((field) => field.id === one.fieldId);
  const set = (index: number, change: Sort): void => onChange(sort.map((one, i) => (i === index ? change : one)));
  return (
    <div className={classes['filter']}>
      <div className={classes['filterHead']}>
        <h2>{t('sort.title')}</h2>
      </div>
      {sort.length === 0 && <p className="t-secondary">{t('sort.none')}</p>}
      <div ref={rows} className={classes['filterRows']}>
        {sort.map((one, index) => (
          // By place: the row stays the same, and keeps the focus, when another field is chosen in it.
          <div key={index} className={classes['sortRow']}>
            <Select
              label={t('sort.by')}
              labelHidden
              value={placeId(one)}
              options={places.filter(({ value }) => value === placeId(one) || !taken.has(value))}
              onChange={(id) => set(index, { ...placeOf(id), order: one.order })}
            />
            <Segmented
              label={t('sort.direction')}
              value={one.order}
              onChange={(order) => set(index, { ...one, order })}
              options={[
                { value: 'asc', label: words(fieldOf(one), 'asc', 'as', one.part) },
                { value: 'desc', label: words(fieldOf(one), 'desc', 'as', one.part) },
              ]}
            />
            <span className={classes['sortMoves']}>
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
          onClick={() => {
            if (!next) return;
            grown.current = true;
            onChange([...sort, { ...placeOf(next.value), order: 'asc' }]);
          }}
        >
          {t('sort.add')}
        </Button>
      </div>
    </div>
  );
};
