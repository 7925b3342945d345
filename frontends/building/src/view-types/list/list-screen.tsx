import { Avatar, hueStyle, useTexts } from '@tessera/kit';
import { CellContent } from '../../grid/view/cell.tsx';
import { usePhone } from '../../phone/use-phone.ts';
import { CardList } from '../parts/card-list.tsx';
import { useCard } from '../parts/use-card.ts';
import type { DrawnProps } from '../view.ts';
import classes from './list.module.css';

/** In px: of a line, and of one on a phone, where the caption stands under the name. */
const [line, tall] = [48, 64];
/** Chips that a line has room for. */
const mostChips = 2;

/** The records of a list one under the other: name and caption at the side, chips, person, day and amount at the other. */
export const ListScreen = ({ table, state, work, users, steps, current, empty }: DrawnProps) => {
  const t = useTexts('building');
  const phone = usePhone();
  const card = useCard(table, state.config, work, users, []);
  const { label, caption, chips, person, date, amount, more } = card.parts;
  const colored = table.fields.find(({ id }) => id === state.config['color']);
  const shownChips = chips.slice(0, phone ? 1 : mostChips);
  return (
    <CardList
      table={table}
      work={work}
      steps={steps}
      current={current}
      empty={empty}
      lanes={() => 1}
      height={phone ? tall : line}
      gap={4}
      render={(record) => {
        const value = colored && card.value(record, colored);
        const single: unknown = Array.isArray(value) ? (value as readonly unknown[])[0] : value;
        const color = colored?.props.options?.find(({ id }) => id === single)?.color;
        const [second = undefined] = [caption, ...more].filter((field) => card.has(record, field));
        return (
          <span className={classes['line']}>
            {color !== undefined && <span className={classes['bar']} style={hueStyle(color)} aria-hidden="true" />}
            <span className={classes['name']}>
              <span className="t-cut t-medium">
                {card.text(record, label) || <span className="t-caption">{t('unnamed')}</span>}
              </span>
              {second !== undefined && <span className="t-cut t-caption">{card.text(record, second)}</span>}
            </span>
            {shownChips.map((field) => (
              <span key={field.id} className={classes['chip']}>
                {card.has(record, field) && (
                  <CellContent
                    field={field}
                    value={card.value(record, field)}
                    width={144}
                    height={32}
                    context={card.context}
                    openLabel=""
                  />
                )}
              </span>
            ))}
            {date !== undefined && !phone && <span className={classes['date']}>{card.text(record, date)}</span>}
            {amount !== undefined && <span className={classes['amount']}>{card.text(record, amount)}</span>}
            {person !== undefined && (
              <span className={classes['person']} title={card.text(record, person)}>
                {card.has(record, person) && (
                  <Avatar
                    name={card.text(record, person)}
                    id={String(card.value(record, person))}
                    photo={card.context.user(String(card.value(record, person)))?.photo_url ?? null}
                    size={24}
                  />
                )}
              </span>
            )}
          </span>
        );
      }}
    />
  );
};
