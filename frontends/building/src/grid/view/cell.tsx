import type { ShowContext } from '@tessera/fields';
import { Avatar, type Field, hueStyle, type SelectOption, type User } from '@tessera/kit';
import { IconCheck, IconExternalLink } from '@tessera/kit/icons';
import { type CSSProperties, memo, type ReactNode } from 'react';
import { displayOf, displayText } from '../../data/values.ts';
import { chipRows, chipsThatFit } from '../model/chips.ts';
import { hrefOf } from '../model/href.ts';
import classes from './cell.module.css';
import { chipWidth } from './measure.ts';

export type CellContext = {
  readonly show: ShowContext;
  readonly user: (id: string) => User | undefined;
  readonly relative: (value: string) => string;
};

const optionsOf = (field: Field, ids: readonly string[]): readonly SelectOption[] =>
  ids.flatMap((id) => field.props.options?.find((option) => option.id === id) ?? []);

export const OptionChip = ({ option, size }: { option: SelectOption; size: 20 | 24 }) => (
  <span className={size === 20 ? classes['chipSmall'] : classes['chip']} style={hueStyle(option.color)}>
    {option.label}
  </span>
);

const Chips = ({ options, width, height }: { options: readonly SelectOption[]; width: number; height: number }) => {
  const { size, rows, top } = chipRows(height);
  const single = options.length === 1;
  const shownSize = single && height >= 48 ? 24 : size;
  const count = single
    ? 1
    : chipsThatFit(
        options.map((option) => chipWidth(option.label, size)),
        width - 24,
        rows,
        (hidden) => chipWidth(`+${hidden}`, size),
      );
  const rest = options.slice(count);
  return (
    <span
      className={classes['chips']}
      style={top === null ? undefined : { alignContent: 'flex-start', paddingTop: top }}
    >
      {/* By place: a row that is drawn for another record keeps its elements. */}
      {options.slice(0, count).map((option, at) => (
        <OptionChip key={at} option={option} size={shownSize} />
      ))}
      {rest.length > 0 && (
        <span
          className={size === 20 ? classes['moreSmall'] : classes['more']}
          title={options.map((option) => option.label).join(', ')}
        >{`+${rest.length}`}</span>
      )}
    </span>
  );
};

const lines = (height: number): 1 | 2 | 4 => (height >= 96 ? 4 : height >= 64 ? 2 : 1);

const Text = ({ children, height, strong }: { children: string; height: number; strong?: boolean }): ReactNode => {
  const count = lines(height);
  if (count === 1)
    return (
      <span className={classes['line']} data-strong={strong || undefined}>
        {children}
      </span>
    );
  return (
    <span
      className={classes['lines']}
      data-strong={strong || undefined}
      style={{ WebkitLineClamp: count, marginTop: count === 2 ? 12 : 8 }}
    >
      {children}
    </span>
  );
};

const Link = ({
  kind,
  text,
  height,
  label,
}: {
  kind: 'link' | 'email' | 'phone';
  text: string;
  height: number;
  label: string;
}) => {
  const href = label === '' ? null : hrefOf(kind, text);
  return (
    <span className={classes['linkCell']} data-lines={lines(height)}>
      <span className={classes['link']}>{text}</span>
      {href !== null && (
        <a
          className={classes['open']}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          tabIndex={-1}
          aria-label={label}
          data-act="open"
        >
          <IconExternalLink aria-hidden="true" />
        </a>
      )}
    </span>
  );
};

export type CellContentProps = {
  readonly field: Field;
  readonly value: unknown;
  readonly width: number;
  readonly height: number;
  readonly context: CellContext;
  /** The first column reads stronger. */
  readonly primary?: boolean;
  /** Name of the way to open a link; empty leaves the way out. */
  readonly openLabel: string;
  readonly holder?: object;
};

/** What a cell shows when it is a text of one line and nothing else; null when it is more than that. */
export const plainText = (
  field: Field,
  value: unknown,
  height: number,
  context: CellContext,
  holder: object | undefined,
): string | null => {
  const kind = displayOf(field);
  if (value === undefined || value === null || value === '') return kind === 'check' ? null : '';
  if (lines(height) !== 1) return null;
  return kind === 'text' || kind === 'number' || kind === 'currency' || kind === 'date' || kind === 'dateTime'
    ? displayText(field, value, context.show, holder)
    : null;
};

/** What a cell shows of a value, by the field's display kind and the row's height. */
export const CellContent = memo(
  ({ field, value, width, height, context, primary = false, openLabel, holder }: CellContentProps): ReactNode => {
    if (value === undefined || value === null || value === '')
      return displayOf(field) === 'check' ? <Tick on={false} height={height} /> : null;
    const kind = displayOf(field);
    const text = (): string => displayText(field, value, context.show, holder);
    switch (kind) {
      case 'option': {
        const option = field.props.options?.find((one) => one.id === value);
        return option ? <Chips options={[option]} width={width} height={height} /> : null;
      }
      case 'options': {
        const options = Array.isArray(value) ? optionsOf(field, value) : [];
        return options.length === 0 ? null : <Chips options={options} width={width} height={height} />;
      }
      case 'check':
        return <Tick on={value === true} height={height} />;
      case 'number':
      case 'currency':
        return (
          <span className={classes['number']} data-lines={lines(height)}>
            {text()}
          </span>
        );
      case 'percent': {
        const part = Math.min(1, Math.max(0, Number(value ?? 0) / 100)) || 0;
        return (
          <span className={classes['percent']} data-lines={lines(height)}>
            <span
              className={classes['bar']}
              aria-hidden="true"
              style={{ '--part': `${part * 100}%` } as CSSProperties}
            />
            <span className={classes['amount']}>{text()}</span>
          </span>
        );
      }
      case 'user': {
        const user = typeof value === 'string' ? context.user(value) : undefined;
        const name = user?.name ?? text();
        return (
          <span className={classes['user']} data-lines={lines(height)}>
            <Avatar
              name={name}
              id={typeof value === 'string' ? value : name}
              photo={user?.photo_url ?? null}
              size={20}
            />
            <span className="t-cut">{name}</span>
          </span>
        );
      }
      case 'link':
      case 'email':
      case 'phone':
        return <Link kind={kind} text={text()} height={height} label={openLabel} />;
      case 'date':
      case 'dateTime':
        return (
          <span
            className={classes['line']}
            data-lines={lines(height)}
            title={typeof value === 'string' ? context.relative(value) : undefined}
          >
            {text()}
          </span>
        );
      default:
        return (
          <Text height={height} strong={primary}>
            {text()}
          </Text>
        );
    }
  },
);

const Tick = ({ on, height }: { on: boolean; height: number }) => (
  <span className={classes['tickCell']} data-lines={lines(height)} data-height={height}>
    <span className={classes['tick']} data-on={on || undefined}>
      {on && <IconCheck aria-hidden="true" />}
    </span>
  </span>
);
