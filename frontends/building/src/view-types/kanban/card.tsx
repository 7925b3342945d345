import { Avatar, cx, hueStyle, useTexts } from '@tessera/kit';
import { IconCalendar } from '@tessera/kit/icons';
import type { ShownRecord } from '../../data/cut-text.ts';
import { CellContent } from '../../grid/view/cell.tsx';
import type { CardDrawing } from '../parts/use-card.ts';
import classes from './kanban.module.css';

/** In px: the card's own room with its title, and what each further part adds. */
const frame = 24 + 20;
const line = 20;
const chipLine = 8 + 20;
const foot = { desk: 12 + 20, touch: 12 + 24 } as const;
const cover = 80 + 1;

/** How high the card of a record is, in px: by what it has to show, so that cards out of sight have their place. */
export const heightOf = (card: CardDrawing, record: ShownRecord, touch: boolean): number => {
  const { caption, chips, person, date, amount, more } = card.parts;
  const has = (field: (typeof more)[number] | undefined): boolean => card.has(record, field);
  return (
    frame +
    (card.picture(record) === undefined ? 0 : cover) +
    (has(caption) ? line : 0) +
    more.filter(has).length * line +
    (chips.some(has) ? chipLine + (touch ? 4 : 0) : 0) +
    ([person, date, amount].some(has) ? foot[touch ? 'touch' : 'desk'] : 0)
  );
};

/** Of a card that is not loaded yet. */
export const usualHeight = (card: CardDrawing, touch: boolean): number => {
  const { caption, chips, person, date, amount } = card.parts;
  return (
    frame +
    (caption ? line : 0) +
    (chips.length > 0 ? chipLine + (touch ? 4 : 0) : 0) +
    ((person ?? date ?? amount) ? foot[touch ? 'touch' : 'desk'] : 0)
  );
};

/** What a card shows of its record. `width`: of the card, in px. */
export const Card = ({
  card,
  record,
  width,
  touch,
  color,
}: {
  card: CardDrawing;
  record: ShownRecord;
  width: number;
  touch: boolean;
  /** Of the bar at its side, where the view colours its cards. */
  color: string | undefined;
}) => {
  const t = useTexts('building');
  const { label, caption, chips, person, date, amount, more } = card.parts;
  const shownChips = chips.filter((field) => card.has(record, field));
  const picture = card.picture(record);
  const side = touch ? 32 : 24;
  const inFoot = [person, date, amount].some((field) => card.has(record, field));
  return (
    <>
      {color !== undefined && <span className={classes['bar']} style={hueStyle(color)} />}
      {picture !== undefined && (
        <span className={classes['cover']}>
          <img src={picture} alt="" loading="lazy" decoding="async" draggable={false} />
        </span>
      )}
      <span className={classes['body']}>
        <span className={cx(classes['title'], 't-cut')}>
          {card.text(record, label) || <span className="t-caption">{t('unnamed')}</span>}
        </span>
        {card.has(record, caption) && (
          <span className={cx(classes['caption'], 't-cut')}>{card.text(record, caption)}</span>
        )}
        {more.map(
          (field) =>
            card.has(record, field) && (
              <span key={field.id} className={classes['more']}>
                <span className={classes['name']}>{field.name}</span>
                <span className="t-cut">{card.text(record, field)}</span>
              </span>
            ),
        )}
        {shownChips.length > 0 && (
          <span className={classes['chips']}>
            {shownChips.map((field) => (
              <span key={field.id}>
                <CellContent
                  field={field}
                  value={card.value(record, field)}
                  width={(width - side) / shownChips.length}
                  height={touch ? 48 : 32}
                  context={card.context}
                  openLabel=""
                />
              </span>
            ))}
          </span>
        )}
        {inFoot && (
          <span className={classes['foot']}>
            {card.has(record, person) && (
              <span className={classes['person']} title={card.text(record, person)}>
                <Avatar
                  name={card.text(record, person)}
                  id={String(card.value(record, person))}
                  photo={card.context.user(String(card.value(record, person)))?.photo_url ?? null}
                  size={touch ? 24 : 20}
                />
                <span className="t-hidden">{card.text(record, person)}</span>
              </span>
            )}
            {card.has(record, date) && (
              <span className={classes['date']}>
                <IconCalendar aria-hidden="true" />
                <span className="t-cut">{card.text(record, date)}</span>
              </span>
            )}
            {card.has(record, amount) && <span className={classes['amount']}>{card.text(record, amount)}</span>}
          </span>
        )}
      </span>
    </>
  );
};
