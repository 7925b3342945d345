import {
  Button,
  Check,
  hueOf,
  IconButton,
  Panel,
  Segmented,
  Select,
  TextInput,
  Tile,
  useErrorText,
  useFormats,
  useSession,
  useTexts,
} from '@tessera/kit';
import { IconCalendar, IconInfoCircle, IconPlus, IconTable, IconX } from '@tessera/kit/icons';
import { accessTo } from '@tessera/proto/rights';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { byAccess, checked, includes, levels } from './scopes.ts';
import classes from './tokens.module.css';
import { type Access, makeToken, type Scope, tablesQuery, type Token } from './tokens.resource.ts';

const ends = ['30', '90', '365', 'never'] as const;
type End = (typeof ends)[number];
const day = 24 * 60 * 60 * 1000;
const every = '*';

/** What the person may do with each table; with `*`, what they may do with tables that nobody names. */
const useOwnAccess = (): ((table: string) => Access | undefined) => {
  const { user, organization, role } = useSession();
  const { data: tables } = useQuery(tablesQuery);
  return (table) =>
    table === every
      ? accessTo(
          {
            organizationId: organization.id,
            kind: 'user',
            id: user.id,
            userId: user.id,
            seat: user.seat,
            permissions: role.permissions,
          },
          every,
        )
      : tables?.find(({ id }) => id === table)?.access;
};

const ScopeRow = ({
  label,
  icon,
  access,
  most,
  onChange,
  onRemove,
}: {
  label: string;
  icon: { readonly color: string | null };
  access: Access | undefined;
  most: Access | undefined;
  onChange: (access: Access | undefined) => void;
  onRemove?: () => void;
}) => {
  const t = useTexts('administration');
  return (
    <li className={classes['scope']}>
      <Tile icon={IconTable} color={icon.color} />
      <span className={classes['scopeName']}>
        <span className="t-cut">{label}</span>
        {onRemove && (
          <IconButton size="table" icon={IconX} label={t('tokens.removeTable', { table: label })} onClick={onRemove} />
        )}
      </span>
      {levels.map((level) => (
        <span key={level} {...(includes(most, level) ? {} : { title: t('tokens.beyond') })}>
          <Check
            checked={includes(access, level)}
            disabled={!includes(most, level)}
            ariaLabel={t('tokens.allow', { level: t(`tokens.level.${level}`), table: label })}
            onChange={(on) => onChange(checked(level, on))}
          />
        </span>
      ))}
    </li>
  );
};

/** Makes a token: its name, what it may do within the person's own rights, and when it ends. */
export const MakePanel = ({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (token: Token) => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const { date, list } = useFormats();
  const { data: tables = [] } = useQuery(tablesQuery);
  const own = useOwnAccess();
  const [name, setName] = useState('');
  const [whole, setWhole] = useState(false);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Access | undefined>>(new Map([[every, undefined]]));
  const [end, setEnd] = useState<End>('90');
  const [tried, setTried] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const [opened] = useState(() => Date.now());
  // After the panel took the focus.
  useEffect(() => nameField.current?.focus(), []);

  const scopes: readonly Scope[] = [...chosen].flatMap(([table, access]) =>
    access === undefined ? [] : [{ table, access }],
  );
  const endsAt = end === 'never' ? null : opened + Number(end) * day;
  const labelOf = (table: string): string =>
    table === every ? t('tokens.everyTable') : (tables.find(({ id }) => id === table)?.label ?? '');
  const make = useMutation({
    mutationFn: () =>
      makeToken({
        name: name.trim(),
        ...(endsAt === null ? {} : { expires_at: new Date(endsAt).toISOString() }),
        ...(whole ? {} : { scopes: [...scopes] }),
      }),
    onSuccess: onMade,
  });
  const nameMissing = name.trim() === '';
  const noScope = !whole && scopes.length === 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (nameMissing) return nameField.current?.focus();
    if (!noScope && !make.isPending) make.mutate();
  };
  const set = (table: string, access: Access | undefined): void => setChosen(new Map([...chosen, [table, access]]));
  const remove = (table: string): void => setChosen(new Map([...chosen].filter(([one]) => one !== table)));
  const more = tables.filter(({ id }) => !chosen.has(id));
  const limited = [...chosen.keys()].some((table) => !includes(own(table), 'full'));
  const what = whole
    ? t('tokens.sum.whole')
    : list(byAccess(scopes).map(([access, of]) => t(`tokens.sum.${access}`, { tables: list(of.map(labelOf)) })));
  const until = endsAt === null ? t('tokens.sum.never') : t('tokens.sum.until', { date: date(endsAt) });

  return (
    <Panel
      opened
      onClose={onClose}
      label={t('tokens.new')}
      footer={
        <>
          <Button onClick={onClose}>{t('kit:cancel')}</Button>
          <Button
            variant="primary"
            working={make.isPending && t('tokens.making')}
            onClick={(event) => submit(event as unknown as FormEvent)}
          >
            {t('tokens.make')}
          </Button>
        </>
      }
    >
      <form className={classes['form']} onSubmit={submit}>
        <TextInput
          ref={nameField}
          label={t('tokens.name')}
          value={name}
          onChange={setName}
          maxLength={120}
          help={t('tokens.nameHelp')}
          error={tried && nameMissing ? t('tokens.nameMissing') : undefined}
        />
        <section className={classes['what']} aria-labelledby="token-may">
          <div className={classes['between']}>
            <h3 id="token-may" className="t-medium">
              {t('tokens.what')}
            </h3>
            <span className="t-caption">{t('tokens.within')}</span>
          </div>
          <Segmented
            label={t('tokens.what')}
            value={whole ? 'whole' : 'tables'}
            onChange={(value) => setWhole(value === 'whole')}
            options={[
              { value: 'tables', label: t('tokens.byTable') },
              { value: 'whole', label: t('tokens.whole') },
            ]}
          />
          {!whole && (
            <>
              <div className={`${classes['scope']} t-caption`} aria-hidden="true">
                <span className={classes['scopeHead']}>{t('tokens.table')}</span>
                {levels.map((level) => (
                  <span key={level}>{t(`tokens.level.${level}`)}</span>
                ))}
              </div>
              <ul>
                {[...chosen].map(([table, access]) => (
                  <ScopeRow
                    key={table}
                    label={labelOf(table)}
                    icon={{
                      color:
                        table === every ? null : (tables.find(({ id }) => id === table)?.color ?? '') || hueOf(table),
                    }}
                    access={access}
                    most={own(table)}
                    onChange={(next) => set(table, next)}
                    {...(table === every ? {} : { onRemove: () => remove(table) })}
                  />
                ))}
              </ul>
              {more.length > 0 && (
                <Select
                  label={t('tokens.addTable')}
                  labelHidden
                  icon={IconPlus}
                  placeholder={t('tokens.addTable')}
                  value={null}
                  searchable
                  options={more.map(({ id, label }) => ({ value: id, label }))}
                  onChange={(table) => set(table, 'view')}
                />
              )}
              {limited && <p className="t-caption">{t('tokens.beyond')}</p>}
              {tried && noScope && (
                <p role="alert" className={classes['problem']}>
                  {t('tokens.whatMissing')}
                </p>
              )}
            </>
          )}
        </section>
        <Select<End>
          label={t('tokens.end')}
          icon={IconCalendar}
          value={end}
          onChange={setEnd}
          options={ends.map((value) => ({
            value,
            label:
              value === 'never'
                ? t('tokens.endNever')
                : t('tokens.endIn', { count: Number(value), date: date(opened + Number(value) * day) }),
          }))}
        />
        {!noScope && (
          <p className={classes['sum']}>
            <IconInfoCircle aria-hidden="true" />
            <span>{t('tokens.sum.sentence', { what, until })}</span>
          </p>
        )}
        <div role="alert">{make.error && <p className={classes['problem']}>{errorText(make.error)}</p>}</div>
        <button type="submit" hidden />
      </form>
    </Panel>
  );
};
