import {
  Breadcrumb,
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  isApiError,
  Kbd,
  Loading,
  Menu,
  Page as Frame,
  Segmented,
  Skeleton,
  Switch,
  useLive,
  usePageTitle,
  useShortcut,
  useTexts,
} from '@tessera/kit';
import { IconArrowBackUp, IconDots, IconEdit, IconPlayerPlay, IconTrash } from '@tessera/kit/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCalm } from '../automations/use-calm.ts';
import shared from '../tokens/tokens.module.css';
import { CodeArea, type CodeHandle } from './code-area.tsx';
import { DeleteDialog, RenameDialog } from './dialogs.tsx';
import classes from './editor.module.css';
import { functionQuery, languagesQuery, useFunctionCalls, type LowCodeFunction } from './functions.resource.ts';
import { Bridge, Secrets, Versions } from './side.tsx';
import { starts, triggerStarts, units } from './starts.ts';
import { readInput, TestDock } from './test-dock.tsx';
import { kindOf, listOf } from './trigger.ts';
import { Starts } from './trigger-part.tsx';
import { useDraft } from './use-draft.ts';
import { usePhone } from './use-phone.ts';
import { useTurn } from './use-turn.ts';
import { SaveDialog } from './version-dialogs.tsx';
import { languageNames, useFunctionWords } from './words.ts';

const parts = ['code', 'starts', 'versions', 'secrets', 'bridge'] as const;

/** What a test is given until somebody writes something else. */
const exampleOf = ({ trigger }: LowCodeFunction): string =>
  JSON.stringify(
    trigger === null
      ? { hello: 'world' }
      : { event: trigger.event[0], tableId: trigger.related_table, records: [{ record: { id: null }, before: null }] },
    null,
    2,
  );

const Editor = ({ entry }: { readonly entry: LowCodeFunction }) => {
  const t = useTexts('administration');
  const navigate = useNavigate();
  const words = useFunctionWords();
  const phone = usePhone();
  const calls = useFunctionCalls();
  const turn = useTurn(entry);
  const { data: languages } = useQuery(languagesQuery);
  const { draft, isKept, setDraft } = useDraft(entry.id);
  const kind = kindOf(entry);
  const list = listOf(kind);
  const title = t(kind === 'triggers' ? 'lowcode.trigger.title' : 'lowcode.title');
  const [input, setInput] = useState(() => exampleOf(entry));
  const [part, setPart] = useState<(typeof parts)[number]>('code');
  const [place, setPlace] = useState({ line: 1, column: 1 });
  const [asked, setAsked] = useState<'save' | 'rename' | 'delete'>();
  const code = useRef<CodeHandle>(null);
  const help = useRef<HTMLInputElement>(null);
  usePageTitle(entry.label);
  const calm = useCalm(() => void calls.anew());
  useLive(['functions'], calm);

  const { id, label, language, version, canChange, sourceCode } = entry;
  const saved = version === 0 ? (kind === 'triggers' ? triggerStarts : starts)[language] : sourceCode;
  const text = draft?.text ?? saved;
  const isWritten = canChange && !phone;
  const isChanged = draft !== undefined && draft.text !== saved;
  const canSave = isWritten && (isChanged || version === 0);
  const absent = words.absent(languages?.find((one) => one.language === language)?.absent ?? null);
  const read = readInput(input);
  const test = useMutation({
    mutationFn: (value: unknown) => calls.test(id, { input: value, ...(canChange && { sourceCode: text }) }),
  });
  const run = (): void => {
    if (!test.isPending && 'value' in read) test.mutate(read.value);
  };
  const save = (): void => {
    if (canSave) setAsked('save');
  };
  const close = (): void => setAsked(undefined);
  const group = t('lowcode.title');
  useShortcut({ keys: 'mod+enter', label: t('lowcode.test'), group }, run, { inEditors: true });
  useShortcut({ keys: 'mod+s', label: t('lowcode.save'), group }, save, { inEditors: true });
  const toHelp = (): void => {
    setPart('bridge');
    // After the part is to be seen.
    requestAnimationFrame(() => help.current?.focus());
  };
  const insert = (call: string): void => {
    setPart('code');
    requestAnimationFrame(() => code.current?.insert(call));
  };
  return (
    <div className={shared['place']}>
      <Frame
        back={list}
        inset={false}
        header={
          <Breadcrumb items={[{ label: title, to: list }, { label: <h1 style={{ display: 'inline' }}>{label}</h1> }]} />
        }
        actions={
          <>
            {isChanged && (
              <span className={`t-caption ${classes['kept']}`}>
                {t(isKept ? 'lowcode.draftKept' : 'lowcode.draft')}
              </span>
            )}
            <Switch
              label={<span className={classes['word']}>{t(entry.active ? 'lowcode.onWord' : 'lowcode.offWord')}</span>}
              checked={turn.isPending ? turn.variables : entry.active}
              disabled={!canChange || turn.isPending}
              onChange={(next) => turn.mutate(next)}
            />
            <Button
              icon={IconPlayerPlay}
              disabled={'reason' in read}
              working={test.isPending && t('lowcode.testing')}
              onClick={run}
            >
              {t('lowcode.test')} <Kbd keys="mod+enter" className={classes['kept'] ?? ''} />
            </Button>
            {isWritten && (
              <Button variant="primary" disabled={!canSave} onClick={save}>
                {t('lowcode.saveVersion', { version: version + 1 })}
              </Button>
            )}
            {canChange && (
              <Menu
                side="bottom-end"
                items={[
                  { id: 'rename', label: t('lowcode.rename'), icon: IconEdit, onSelect: () => setAsked('rename') },
                  ...(isChanged
                    ? [
                        {
                          id: 'discard',
                          label: t('lowcode.draftGone'),
                          icon: IconArrowBackUp,
                          onSelect: () => setDraft(undefined),
                        },
                      ]
                    : []),
                  { id: 'line', divider: true },
                  {
                    id: 'delete',
                    label: t('lowcode.delete'),
                    icon: IconTrash,
                    danger: true,
                    onSelect: () => setAsked('delete'),
                  },
                ]}
                anchor={<IconButton label={t('lowcode.menuOf', { name: label })} icon={IconDots} />}
              />
            )}
          </>
        }
        toolbar={
          <>
            {absent !== undefined && (
              <p className={classes['banner']} role="alert">
                {languageNames[language]}: {absent}
              </p>
            )}
            {isChanged && draft.from < version && (
              <div className={classes['banner']} role="alert">
                <span>{t('lowcode.newer', { version, from: draft.from })}</span>
                <Button size="toolbar" onClick={() => setDraft(undefined)}>
                  {t('lowcode.takeNewer', { version })}
                </Button>
              </div>
            )}
            <div className={classes['tabs']}>
              <Segmented
                label={t('lowcode.parts')}
                value={part}
                onChange={setPart}
                options={parts.map((value) => ({ value, label: t(`lowcode.part.${value}`) }))}
              />
            </div>
          </>
        }
      >
        <div className={classes['editor']} data-part={part}>
          <div className={classes['main']}>
            <CodeArea
              ref={code}
              label={t('lowcode.sourceCode')}
              describedBy="code-keys"
              value={text}
              was={saved}
              unit={units[language]}
              readOnly={!isWritten}
              onChange={(next) => setDraft({ text: next, from: draft?.from ?? version })}
              onCaret={setPlace}
              onHelp={toHelp}
            />
            <p className={classes['status']}>
              <span>{t('lowcode.position', place)}</span>
              <span id="code-keys">{isWritten ? t('lowcode.leaveCode') : t('lowcode.readOnly')}</span>
              {!canChange && <span>{t('lowcode.ofOwner')}</span>}
              <span>{languageNames[language]}</span>
            </p>
            <TestDock input={input} onInput={setInput} entry={entry} called={test.data} error={test.error} />
          </div>
          <aside className={classes['side']} aria-label={t('lowcode.parts')}>
            <Starts entry={entry} />
            <Versions entry={entry} hasDraft={isChanged} onRestored={() => setDraft(undefined)} />
            <Secrets entry={entry} />
            <Bridge language={language} search={help} onInsert={isWritten ? insert : undefined} />
          </aside>
        </div>
      </Frame>
      {asked === 'save' && (
        <SaveDialog
          entry={entry}
          sourceCode={text}
          onClose={close}
          onSaved={() => {
            close();
            setDraft(undefined);
          }}
        />
      )}
      {asked === 'rename' && <RenameDialog entry={entry} onClose={close} />}
      {asked === 'delete' && <DeleteDialog entry={entry} onClose={close} onDeleted={() => void navigate(list)} />}
    </div>
  );
};

/** `/lowcode/functions/editor/{id}`: the code of one function, tested and saved. */
export const EditorScreen = ({ id }: { readonly id: string }) => {
  const t = useTexts('administration');
  const { data, error, refetch } = useQuery(functionQuery(id));
  if (data !== undefined) return <Editor entry={data} />;
  if (isApiError(error) && error.status === 404)
    return (
      <EmptyState
        screen
        title={t('lowcode.notFound')}
        actions={<Link to={listOf('functions')}>{t('lowcode.title')}</Link>}
      />
    );
  if (error) return <ErrorState screen error={error} onRetry={() => void refetch()} />;
  return (
    <Loading>
      <Skeleton width={240} />
    </Loading>
  );
};
