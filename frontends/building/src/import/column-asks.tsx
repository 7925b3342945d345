import { dayIn, hasOptions, labelKey } from '@tessera/fields';
import { Button, useFormats, useTexts } from '@tessera/kit';
import { IconAlertTriangle, IconInfoCircle } from '@tessera/kit/icons';
import classes from './import.module.css';
import type { ImportField, ReadAs } from './import.resource.ts';
import { alike, type Alike } from './rules.ts';
import { useTypeNames } from '../field-types/list.ts';
import { useWizard, wizard } from './wizard.ts';

type Way = { readonly readAs: Partial<ReadAs>; readonly label: string };

/** The ways in which the values of a column can be read, each as what its example would come to. */
const useWays = (field: ImportField): readonly Way[] => {
  const t = useTexts('building');
  const formats = useFormats();
  const { ambiguous } = field;
  if (ambiguous === null) return [];
  const { kind, example } = ambiguous;
  if (kind === 'serial')
    return [
      { readAs: { serialDates: true }, label: t('import.ask.dates') },
      { readAs: { serialDates: false }, label: t('import.ask.numbers') },
    ];
  if (kind === 'decimal') {
    const point = example.lastIndexOf('.') > example.lastIndexOf(',');
    return [
      { readAs: { decimal: point ? ',' : '.' }, label: t('import.ask.thousands') },
      { readAs: { decimal: point ? '.' : ',' }, label: t('import.ask.decimals') },
    ];
  }
  const dated = (dayFirst: boolean): string => {
    const day = dayIn(example.split(/[ T]/)[0] ?? '', dayFirst);
    return day === undefined ? '' : formats.date(day);
  };
  return [true, false].map((dayFirst) => {
    const date = dated(dayFirst);
    const name = t(dayFirst ? 'import.ask.dayFirst' : 'import.ask.monthFirst');
    return { readAs: { dayFirst, serialDates: false }, label: date === '' ? name : `${name}: ${date}` };
  });
};

/** Which way the values of a column are meant: it waits until somebody says. */
const Reading = ({ field }: { field: ImportField }) => {
  const t = useTexts('building');
  const ways = useWays(field);
  if (field.ambiguous === null) return null;
  const { mixed, kind, example } = field.ambiguous;
  const question = mixed ? t('import.drawer.mixed', { example }) : t(`import.drawer.ask.${kind}`, { example });
  return (
    <div className={classes['question']} role="group" aria-label={question} data-waits="">
      <IconAlertTriangle aria-hidden="true" />
      <span>{question}</span>
      <span className={classes['answers']}>
        {ways.map((way) => (
          <Button key={way.label} size="toolbar" onClick={() => wizard.choose(field.key, { readAs: way.readAs })}>
            {way.label}
          </Button>
        ))}
      </span>
    </div>
  );
};

/** Options that look alike: they stay apart unless somebody merges them. */
const Merging = ({ field, groups }: { field: ImportField; groups: Alike }) => {
  const t = useTexts('building');
  const [first] = groups;
  if (first === undefined) return null;
  const merge = (): void => {
    const gone = new Set(groups.flatMap((labels) => labels.slice(1)).map(labelKey));
    const options = (field.props.options ?? []).filter((option) => !gone.has(labelKey(option.label)));
    wizard.choose(field.key, { props: { ...field.props, options } });
  };
  const said = t('import.ask.alike', { one: first[0], other: first[1], count: groups.length - 1 });
  return (
    <div className={classes['question']} role="group" aria-label={said}>
      <IconInfoCircle aria-hidden="true" />
      <span>{said}</span>
      <span className={classes['answers']}>
        <Button size="toolbar" onClick={merge}>
          {t('import.ask.merge')}
        </Button>
        <Button size="toolbar" variant="quiet" onClick={() => wizard.keepApart(field.key)}>
          {t('import.ask.keepBoth')}
        </Button>
      </span>
    </div>
  );
};

/** A column whose values repeat may be a table of its own that is linked. */
const OwnTable = ({ field }: { field: ImportField }) => {
  const t = useTexts('building');
  if (field.repeats === null && !field.asTable) return null;
  const said = field.asTable
    ? t('import.ask.isTable', { name: field.name })
    : t('import.ask.mayBeTable', { count: field.repeats ?? 0 });
  return (
    <div className={classes['question']} role="group" aria-label={said}>
      <IconInfoCircle aria-hidden="true" />
      <span>{said}</span>
      <span className={classes['answers']}>
        <Button
          size="toolbar"
          variant={field.asTable ? 'quiet' : 'default'}
          onClick={() => wizard.choose(field.key, { asTable: !field.asTable })}
        >
          {t(field.asTable ? 'import.ask.keepHere' : 'import.ask.makeTable')}
        </Button>
      </span>
    </div>
  );
};

/** Why a column stays text that looks like another type; empty where it does not. */
export const useStaysText = (): ((field: ImportField) => string) => {
  const t = useTexts('building');
  const typeName = useTypeNames();
  return ({ staysText: stays }) =>
    stays
      ? t(`import.drawer.stays.${stays.why}`, {
          count: stays.count,
          type: typeName(stays.type),
          example: stays.example,
        })
      : '';
};

/** What a column of the file asks, and what of it would change: on its card, before anything is imported. */
export const ColumnAsks = ({
  field,
  asks,
  mayMerge,
  mayBeTable = false,
}: {
  field: ImportField;
  asks: boolean;
  mayMerge: boolean;
  mayBeTable?: boolean;
}) => {
  const t = useTexts('building');
  const { apart } = useWizard();
  const { fit } = field;
  const stays = useStaysText()(field);
  const selects = hasOptions(field.type);
  const groups = mayMerge && selects && !apart.has(field.key) ? alike(field.props.options ?? []) : [];
  const words = fit.words.slice(0, 4).map(({ value }) => value);
  const tables = mayBeTable && (field.asTable || field.repeats !== null);
  if (!asks && !tables && groups.length === 0 && fit.meantEmpty === 0 && stays === '') return null;
  return (
    <div className={classes['asks']}>
      {asks && <Reading field={field} />}
      <Merging field={field} groups={groups} />
      {tables && <OwnTable field={field} />}
      {stays !== '' && <p className="t-caption">{stays}</p>}
      {fit.meantEmpty > 0 && (
        <p className="t-caption">{t('import.match.meantEmpty', { count: fit.meantEmpty, words: words.join(', ') })}</p>
      )}
    </div>
  );
};
