import { Avatar, useFormats, useTexts } from '@tessera/kit';
import { useMemo } from 'react';
import { displayText, isEmpty } from '../../data/values.ts';
import { viewOfField } from '../../field-types/list.ts';
import { CellContent } from '../../grid/view/cell.tsx';
import { usePhone } from '../../phone/use-phone.ts';
import { shownEntries } from '../../workbench/view-state.ts';
import { CardList } from '../parts/card-list.tsx';
import type { DrawnProps } from '../view.ts';
import classes from './gallery.module.css';
import { lanesFor, sizeOf } from './size.ts';

const gap = 16;
/** Values with their labels that a card has room for. */
const mostValues = 5;
/** In px: the card's own room with its title, a line of values, and the line of chips. */
const [frame, valueLine, chipLine] = [24 + 24, 36 + 8, 20 + 8];

/** The records of a list as cards: each with its title, its owner, some values and its chips. */
export const Gallery = ({ table, state, work, users, steps, current, empty }: DrawnProps) => {
  const t = useTexts('building');
  const formats = useFormats();
  const phone = usePhone();
  const { bench, habits } = work;
  const { config } = state;
  const size = sizeOf(config);
  const [label, ...others] = useMemo(() => shownEntries(table, config).map(({ field }) => field), [table, config]);
  const parts = useMemo(() => {
    const owner = others.find((field) => viewOfField(field).card?.part === 'person');
    const rest = others.filter((field) => field !== owner);
    const isChips = (field: (typeof rest)[number]): boolean => viewOfField(field).card?.part === 'chips';
    return {
      owner,
      chips: rest.filter(isChips),
      values: rest.filter((field) => !isChips(field)).slice(0, mostValues),
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- they are those of the table and its view
  }, [table, config]);
  const byId = useMemo(() => new Map(users.map((user) => [user.id, user])), [users]);
  const context = useMemo(
    () => ({
      show: habits.show,
      user: (id: string) => byId.get(id),
      relative: (value: string) => formats.fromToday(value),
      inset: 0,
    }),
    [habits, byId, formats],
  );
  const { owner, chips, values } = parts;
  return (
    <CardList
      table={table}
      work={work}
      steps={steps}
      current={current}
      empty={empty}
      lanes={(width) => (phone ? 1 : lanesFor(width, size, gap))}
      height={frame + Math.ceil(values.length / 2) * valueLine + (chips.length > 0 ? chipLine : 0)}
      gap={gap}
      render={(record, width) => {
        const title = label ? displayText(label, bench.value(record, label.id), habits.show) : '';
        const owned = owner && bench.value(record, owner.id);
        return (
          <>
            <span className={classes['head']}>
              <span className={classes['title']}>{title || <span className="t-caption">{t('unnamed')}</span>}</span>
              {owner && !isEmpty(owned) && (
                <Avatar name={displayText(owner, owned, habits.show)} id={String(owned)} size={20} />
              )}
            </span>
            {values.length > 0 && (
              <span className={classes['values']}>
                {values.map((field) => {
                  const value = bench.value(record, field.id);
                  const plain = viewOfField(field).isPlain === true;
                  return (
                    <span key={field.id} className={classes['value']}>
                      <span className={classes['label']}>{field.name}</span>
                      <span className={classes['text']}>
                        {plain ? (
                          displayText(field, value, habits.show)
                        ) : (
                          <CellContent
                            field={field}
                            value={value}
                            width={(width - 36) / 2}
                            height={32}
                            context={context}
                            openLabel=""
                          />
                        )}
                      </span>
                    </span>
                  );
                })}
              </span>
            )}
            {chips.length > 0 && (
              <span className={classes['chips']}>
                {chips.map((field) => (
                  <CellContent
                    key={field.id}
                    field={field}
                    value={bench.value(record, field.id)}
                    width={(width - 24) / chips.length}
                    height={32}
                    context={context}
                    openLabel=""
                  />
                ))}
              </span>
            )}
          </>
        );
      }}
    />
  );
};
