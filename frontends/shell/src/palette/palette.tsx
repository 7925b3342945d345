import {
  Button,
  Chip,
  FocusTrap,
  IconButton,
  isUnavailable,
  Kbd,
  toast,
  useErrorText,
  useLayer,
  useReturnFocus,
  useTexts,
  useUrlModal,
  withoutModal,
} from '@tessera/kit';
import { IconAlertTriangle, IconChevronRight, IconSearch, IconX } from '@tessera/kit/icons';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { TableTile } from '../frame/table-icon.tsx';
import { Banner } from './banner.tsx';
import { findEntries, ghostOf, type PaletteEntry, withInner } from './entries.ts';
import { begin, hideLasting, isBusy, useLasting } from './lasting.ts';
import classes from './palette.module.css';
import { useAround } from './use-around.ts';
import { useEntries } from './use-entries.ts';
import { leastSearched, perSection, useAsked, useFoundPlaces, useFoundRecords } from './use-found.ts';

const longestQuoted = 50;
/** The entry that shows further records. */
const loadMore = 'records.more';

type Warning = { readonly text: string; readonly again?: () => void };

const Progress = () => {
  const t = useTexts('shell');
  const lasting = useLasting();
  if (lasting === null) return null;
  const { label, share, done } = lasting;
  return (
    <div className={classes['bar']} data-done={done || undefined}>
      <span role="status" className="t-cut">
        {done ? t('palette.done', { label }) : t('palette.running', { label })}
      </span>
      <progress aria-label={label} max={1} value={share} />
      <IconButton icon={IconX} label={t('palette.hide')} onClick={hideLasting} />
    </div>
  );
};

/** Search and commands from anywhere: arrows choose, Tab completes, Enter goes, Esc closes. */
export const Palette = ({ onClose }: { onClose: () => void }) => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const id = useId();
  const { params } = useUrlModal('actionBar');
  const asCommand = params['cmdIsSearch'] === '1' ? undefined : params['cmd'];
  const [search, setSearch] = useState(asCommand === undefined ? (params['cmd'] ?? '') : '');
  const [active, setActive] = useState(0);
  /** The entry within which one chooses. */
  const [withinId, setWithin] = useState<string | null>(asCommand ?? null);
  const [warning, setWarning] = useState<Warning | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const open = useRef(true);
  const navigate = useNavigate();
  useLayer('modal', true, onClose);
  useReturnFocus(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);

  const wanted = search.trim();
  const around = useAround();
  const entries = useEntries(around, wanted !== '');
  const within = withinId === null ? undefined : entries?.find((entry) => entry.id === withinId);
  const asked = useAsked(withinId === null ? wanted : '');
  const [more, setMore] = useState('');
  const most = more === asked ? perSection * 10 : perSection * 2;
  const records = useFoundRecords(asked, most);
  const places = useFoundPlaces(asked);
  const searching = records.searching || places.searching;
  const shown = useMemo(() => {
    if (withinId !== null) return findEntries(within?.within ?? [], search, perSection * 10);
    const all = entries ?? [];
    const own = wanted === '' ? findEntries(all, '', 50) : findEntries(withInner(all), search, perSection * 4);
    const hasMore = records.entries.length >= most && more !== asked;
    const load: PaletteEntry = {
      id: loadMore,
      section: t('palette.records'),
      label: t('palette.more'),
      run: () => setMore(asked),
    };
    // What is found comes last: what is shown already stays where it is.
    return [...own, ...places.entries, ...records.entries, ...(hasMore ? [load] : [])];
  }, [withinId, within, entries, search, wanted, asked, more, most, records.entries, places.entries, t]);
  const at = Math.min(active, shown.length - 1);
  const chosen = shown[at];
  const ghost = ghostOf(search, chosen?.label);
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [at, shown]);

  // A command that an address names: one of several opens them, any other stands ready to be chosen.
  const known = entries !== null;
  useEffect(() => {
    if (!known || withinId === null || within?.within !== undefined) return;
    setWithin(null);
    if (within !== undefined) setSearch(within.label);
    else if (withinId === asCommand)
      setWarning({ text: t('palette.unknown', { command: withinId.slice(0, longestQuoted) }) });
  }, [known, withinId, within, asCommand, t]);

  const type = (text: string): void => {
    setSearch(text);
    setActive(0);
    setWarning(null);
  };
  const enter = (entry: PaletteEntry): void => {
    setWithin(entry.id);
    type('');
    input.current?.focus();
  };
  const close = (): void => void navigate({ search: withoutModal(location.search) }, { replace: true });

  const last = (entry: PaletteEntry, work: NonNullable<PaletteEntry['lasting']>): void => {
    if (isBusy()) return setWarning({ text: t('palette.busy') });
    setWarning(null);
    setWithin(null);
    type('');
    begin(entry.label, work).catch((error: unknown) => {
      if (open.current && isUnavailable(error)) setWarning({ text: errorText(error), again: () => last(entry, work) });
      else toast({ kind: 'error', message: entry.label, detail: errorText(error) });
    });
  };
  const run = (entry: PaletteEntry | undefined): void => {
    if (!entry) return;
    if (entry.id === loadMore) return void entry.run();
    if (entry.within) return enter(entry);
    if (entry.lasting) return last(entry, entry.lasting);
    // The palette leaves the address first, so that Back does not open it again.
    close();
    Promise.resolve(entry.run()).catch((error: unknown) =>
      toast({ kind: 'error', message: entry.label, detail: errorText(error) }),
    );
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const tab = event.key === 'Tab' && !event.shiftKey;
    if (tab && ghost !== '') type(chosen?.label ?? search);
    else if (tab && chosen?.within) enter(chosen);
    else if (event.key === 'ArrowDown' || tab) setActive((at + 1) % Math.max(1, shown.length));
    else if (event.key === 'ArrowUp' || event.key === 'Tab')
      setActive((at - 1 + shown.length) % Math.max(1, shown.length));
    else if (event.key === 'Enter') run(chosen);
    else if (event.key === 'Backspace' && search === '' && withinId !== null) setWithin(null);
    else return;
    event.preventDefault();
  };

  const failed: Warning | null = records.error
    ? { text: t('palette.notSearched', { reason: errorText(records.error) }), again: records.again }
    : null;
  const told = warning ?? failed;
  return (
    <div className={classes['scrim']} onPointerDown={(event) => event.target === event.currentTarget && onClose()}>
      <FocusTrap>
        <div className={classes['palette']} role="dialog" aria-modal="true" aria-label={t('palette.label')}>
          <div className={classes['search']}>
            <IconSearch aria-hidden="true" />
            {within && (
              <Chip look="outlined" onRemove={() => setWithin(null)} removeLabel={t('palette.leave')}>
                {within.label}
              </Chip>
            )}
            <span className={classes['field']}>
              {ghost !== '' && (
                <span className={classes['ghost']} aria-hidden="true">
                  <i>{search}</i>
                  {ghost}
                </span>
              )}
              <input
                ref={input}
                data-autofocus
                onKeyDown={keyDown}
                type="text"
                role="combobox"
                aria-label={t('palette.label')}
                aria-expanded="true"
                aria-controls={`${id}-list`}
                aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
                aria-autocomplete="list"
                autoComplete="off"
                spellCheck={false}
                placeholder={within ? '' : t('palette.placeholder')}
                value={search}
                onChange={(event) => type(event.target.value)}
              />
            </span>
          </div>
          {told && (
            <div className={classes['warning']} role="alert">
              <IconAlertTriangle aria-hidden="true" />
              <span>{told.text}</span>
              {told.again && (
                <Button size="toolbar" onClick={told.again}>
                  {t('kit:error.retry')}
                </Button>
              )}
            </div>
          )}
          <div
            ref={list}
            id={`${id}-list`}
            className={classes['list']}
            role="listbox"
            aria-label={t('palette.results')}
          >
            {shown.map((entry, index) => {
              const Icon = entry.icon;
              return (
                <div key={entry.id} role="presentation">
                  {entry.section !== shown[index - 1]?.section && (
                    <div className={classes['heading']} role="presentation">
                      {entry.section}
                    </div>
                  )}
                  <div
                    id={`${id}-${index}`}
                    role="option"
                    aria-selected={index === at}
                    data-active={index === at || undefined}
                    className={classes['option']}
                    onPointerMove={() => setActive(index)}
                    onClick={() => run(entry)}
                  >
                    {entry.table ? (
                      <TableTile id={entry.table.id} color={entry.table.color} />
                    ) : Icon ? (
                      <Icon aria-hidden="true" />
                    ) : (
                      <IconSearch aria-hidden="true" />
                    )}
                    <span className="t-cut">{entry.label}</span>
                    {entry.detail !== undefined && <span className={classes['detail']}>{entry.detail}</span>}
                    {entry.keys !== undefined && (
                      <span className={classes['end']}>
                        <Kbd keys={entry.keys} />
                      </span>
                    )}
                    {entry.within && (
                      <span className={classes['end']}>
                        <IconChevronRight aria-hidden="true" />
                      </span>
                    )}
                  </div>
                </div>
              );
            })}
          </div>
          {searching && (
            <p className={classes['searching']} role="status">
              {t('palette.searching')}
            </p>
          )}
          {shown.length === 0 &&
            entries !== null &&
            !searching &&
            failed === null &&
            (asked === wanted || withinId !== null || wanted.length < leastSearched) && (
              <p className={classes['none']} role="status">
                {t('palette.none', { query: search.trim().slice(0, longestQuoted) })}
              </p>
            )}
          <Progress />
          {known && (
            <Banner
              onChosen={() => {
                close();
                void navigate('/settings/plans');
              }}
            />
          )}
          {/* Below a list that is not there yet it would be pushed down. */}
          {known && (
            <div className={classes['hints']} aria-hidden="true">
              <span>
                <Kbd keys="arrowup" cap />
                <Kbd keys="arrowdown" cap />
                {t('palette.move')}
              </span>
              {(ghost !== '' || chosen?.within) && (
                <span>
                  <Kbd keys="tab" cap />
                  {t('palette.complete')}
                </span>
              )}
              <span>
                <Kbd keys="enter" cap />
                {t('palette.open')}
              </span>
              <span>
                <Kbd keys="escape" cap />
                {t('palette.close')}
              </span>
            </div>
          )}
        </div>
      </FocusTrap>
    </div>
  );
};
