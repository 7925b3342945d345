import {
  Button,
  copyText,
  IconButton,
  type Id,
  Select,
  Switch,
  Textarea,
  TextInput,
  toast,
  useSession,
  useTexts,
  type ViewConfig,
} from '@tessera/kit';
import { IconEyeOff, IconLink, IconPlus, IconX } from '@tessera/kit/icons';
import { createElement, type ReactNode, useState } from 'react';
import type { Value } from '../data/cut-text.ts';
import { isReadOnly } from '../data/values.ts';
import { fieldIcon } from '../field-types/list.ts';
import { FieldValue } from '../record/field-value.tsx';
import { Hues } from '../table/hues.tsx';
import { SortList } from '../table/drag-list.tsx';
import tools from '../table/table.module.css';
import type { DrawnProps } from '../view-types/view.ts';
import { FillIn } from './fill.tsx';
import classes from './form.module.css';
import { Listeners } from './listeners.tsx';
import {
  leavesDrafts,
  onSaveOf,
  onSaves,
  prefillName,
  type Question,
  questionsOf,
  takesPrefill,
  textOf,
  unasked,
  withoutQuestion,
  withPart,
  withQuestion,
  withQuestionAt,
  withSaid,
} from './model.ts';
import type { Subject } from './subject.ts';

export type Change = (change: (before: ViewConfig) => ViewConfig) => void;
export type BuilderProps = Pick<DrawnProps, 'table' | 'work' | 'users'> & {
  readonly of: Subject;
  readonly config: ViewConfig;
  readonly change: Change;
  /** Where it is filled in, with what a link may answer for it behind; absent where no address fills it in. */
  readonly address?: string;
  /** A form of records that are there: it may show what nobody writes, and no answer begins with a default. */
  readonly shows?: boolean;
  /** What else is set of the whole form, above and below the rest. */
  readonly more?: ReactNode;
  readonly foot?: ReactNode;
};

/** Builds a form: its questions at the left, the form itself, and what is said of the chosen question or of all. */
export const Builder = ({
  table,
  of,
  config,
  change,
  address,
  shows = false,
  more,
  foot,
  work,
  users,
}: BuilderProps) => {
  const t = useTexts('building');
  const { name } = of;
  const [chosen, setChosen] = useState<Id | null>(null);
  const questions = questionsOf(table, config, shows);
  const rest = unasked(table, config, shows);
  const drafts = shows ? [] : leavesDrafts(table, config);
  const open = questions.find(({ field }) => field.id === chosen);
  const remove = (id: Id): void => {
    change((before) => withoutQuestion(before, id));
    if (chosen === id) setChosen(null);
  };
  return (
    <div className={classes['builder']}>
      <div className={classes['rail']} role="group" aria-label={t('form.questions')}>
        <h2 className={classes['railHead']}>{t('form.questions')}</h2>
        <SortList
          label={t('form.questions')}
          items={questions.map(({ field, label }) => ({ id: field.id, name: label }))}
          onMove={(id, to) => change((before) => withQuestionAt(table, before, id, to))}
          render={(item) => {
            const question = questions.find(({ field }) => field.id === item.id);
            const Icon = fieldIcon(question?.field.type ?? '');
            return (
              <>
                <button
                  type="button"
                  className={tools['name']}
                  aria-pressed={item.id === chosen}
                  onClick={() => setChosen(item.id === chosen ? null : item.id)}
                >
                  <Icon aria-hidden="true" />
                  <span className="t-cut">{item.name}</span>
                  {question?.hidden === true && <IconEyeOff aria-label={t('form.hidden')} />}
                  {question?.required === true && <span className={classes['required']}>*</span>}
                </button>
                <IconButton
                  label={t('form.remove', { field: item.name })}
                  icon={IconX}
                  size="table"
                  tooltip={false}
                  onClick={() => remove(item.id)}
                />
              </>
            );
          }}
        />
        {rest.length > 0 && (
          <>
            <h2 className={classes['railHead']}>{t('form.unasked')}</h2>
            <ul className={tools['list']} aria-label={t('form.unasked')}>
              {rest.map((field) => {
                const Icon = fieldIcon(field.type);
                return (
                  <li key={field.id} className={tools['fieldRow']}>
                    <button
                      type="button"
                      className={tools['name']}
                      aria-label={t('form.add', { field: field.name })}
                      onClick={() => {
                        change((before) => withQuestion(before, field.id));
                        setChosen(field.id);
                      }}
                    >
                      <Icon aria-hidden="true" />
                      <span className="t-cut">{field.name}</span>
                      {field.required && <span className={classes['required']}>*</span>}
                    </button>
                    <IconPlus aria-hidden="true" />
                  </li>
                );
              })}
            </ul>
          </>
        )}
        {drafts.length > 0 && (
          <p className={classes['note']} role="status">
            {t('form.drafts', { fields: drafts.map((field) => field.name).join(', ') })}
          </p>
        )}
      </div>
      <FillIn
        table={table}
        of={of}
        config={config}
        work={work}
        users={users}
        phone={false}
        built={{
          heading: (
            <div className={classes['heading']}>
              <input
                className={classes['titleInput']}
                aria-label={t('form.title')}
                placeholder={name}
                maxLength={200}
                value={textOf(config, 'title')}
                onChange={({ target }) => change((before) => withPart(before, 'title', target.value))}
              />
              <textarea
                className={classes['descriptionInput']}
                aria-label={t('form.description')}
                placeholder={t('form.descriptionPlace')}
                maxLength={2000}
                rows={1}
                value={textOf(config, 'description')}
                onChange={({ target }) => change((before) => withPart(before, 'description', target.value))}
              />
              {questions.length === 0 && <p className={classes['help']}>{t('form.emptyText')}</p>}
            </div>
          ),
          renderQuestion: ({ field, page }, drawn) => (
            <div
              key={field.id}
              className={classes['built']}
              data-chosen={field.id === chosen || undefined}
              onClickCapture={() => setChosen(field.id)}
            >
              {page !== undefined && <p className={classes['pageBreak']}>{t('form.pageOf', { title: page })}</p>}
              {drawn}
            </div>
          ),
        }}
      />
      <div className={classes['settings']} role="group" aria-label={open?.label ?? t('form.settings')}>
        {open ? (
          <QuestionSettings
            key={open.field.id}
            question={open}
            address={address}
            shows={shows}
            work={work}
            users={users}
            change={change}
            onClose={() => setChosen(null)}
          />
        ) : (
          <FormSettings tableId={table.id} of={of} shows={shows} config={config} change={change} foot={foot}>
            {more}
          </FormSettings>
        )}
      </div>
    </div>
  );
};

const QuestionSettings = ({
  question: { field, asked },
  address,
  shows,
  work,
  users,
  change,
  onClose,
}: Pick<BuilderProps, 'work' | 'users'> & {
  question: Question;
  address: string | undefined;
  shows: boolean;
  change: Change;
  onClose: () => void;
}) => {
  const t = useTexts('building');
  const { baseUrl } = useSession();
  const copy = async (): Promise<void> => {
    const path = `${address ?? ''}${address?.includes('?') === true ? '&' : '?'}${prefillName(field.id)}=`;
    const link = `${(baseUrl || location.origin).replace(/\/$/, '')}${path}`;
    toast(
      (await copyText(link))
        ? { message: t('record.linkCopied') }
        : { kind: 'error', message: t('table.linkNotCopied'), detail: link },
    );
  };
  return (
    <>
      <div className={classes['settingsHead']}>
        {createElement(fieldIcon(field.type), { 'aria-hidden': true })}
        <h2 className="t-cut">{field.name}</h2>
        <IconButton label={t('form.close')} icon={IconX} onClick={onClose} />
      </div>
      <TextInput
        label={t('form.label')}
        placeholder={field.name}
        maxLength={200}
        value={asked.label ?? ''}
        onChange={(label) => change((before) => withSaid(before, field.id, { label }))}
      />
      <Textarea
        label={t('form.help')}
        maxLength={1000}
        rows={2}
        value={asked.help ?? ''}
        onChange={(help) => change((before) => withSaid(before, field.id, { help }))}
      />
      {!isReadOnly(field) && (
        <Switch
          label={t('form.requiredSwitch')}
          checked={field.required || asked.required === true}
          disabled={field.required}
          onChange={(required) => change((before) => withSaid(before, field.id, { required }))}
        />
      )}
      {field.required && <p className={classes['help']}>{t('form.requiredByTable')}</p>}
      <Switch
        label={t('form.hidden')}
        checked={asked.hidden === true}
        onChange={(hidden) => change((before) => withSaid(before, field.id, { hidden }))}
      />
      <Switch
        label={t('form.beginsPage')}
        checked={asked.page !== undefined}
        onChange={(on) => change((before) => withSaid(before, field.id, { page: on ? t('form.newPage') : undefined }))}
      />
      {asked.page !== undefined && (
        <TextInput
          label={t('form.pageTitle')}
          maxLength={200}
          value={asked.page}
          onChange={(page) =>
            change((before) => withSaid(before, field.id, { page: page === '' ? t('form.newPage') : page }))
          }
        />
      )}
      {takesPrefill(field) && !shows && (
        <>
          <FieldValue
            field={{ ...field, name: t('form.default') }}
            labelled
            value={(asked.default ?? null) as Value}
            habits={work.habits}
            users={users}
            onChange={(value) => change((before) => withSaid(before, field.id, { default: value }))}
          />
          {address !== undefined && (
            <div>
              <Button size="toolbar" icon={IconLink} onClick={() => void copy()}>
                {t('form.prefill')}
              </Button>
              <p className={classes['help']}>{t('form.prefillHelp', { part: `?${prefillName(field.id)}=…` })}</p>
            </div>
          )}
        </>
      )}
      <div>
        <Button
          size="toolbar"
          onClick={() => {
            change((before) => withoutQuestion(before, field.id));
            onClose();
          }}
        >
          {t('form.take')}
        </Button>
      </div>
    </>
  );
};

const FormSettings = ({
  tableId,
  of,
  shows,
  config,
  change,
  children,
  foot,
}: {
  readonly tableId: Id;
  readonly of: Subject;
  readonly shows: boolean;
  readonly config: ViewConfig;
  readonly change: Change;
  readonly children: ReactNode;
  readonly foot: ReactNode;
}) => {
  const t = useTexts('building');
  const colour = config['header_color'];
  return (
    <>
      <div className={classes['settingsHead']}>
        <h2>{t('form.settings')}</h2>
      </div>
      {children}
      <TextInput
        label={t('form.button')}
        placeholder={t(shows ? 'form.save' : 'form.send')}
        maxLength={60}
        value={textOf(config, 'submit_label')}
        onChange={(text) => change((before) => withPart(before, 'submit_label', text))}
      />
      <Select
        label={t(shows ? 'form.onChange' : 'form.onSave')}
        value={onSaveOf(config, shows)}
        options={onSaves.map((way) => ({
          value: way,
          label: t(shows && way === 'keep_open' ? 'form.ways.stay_open' : `form.ways.${way}`),
        }))}
        onChange={(way) => change((before) => ({ ...before, on_save: way }))}
      />
      <Textarea
        label={t('form.message')}
        placeholder={t(shows ? 'form.changed' : 'form.saved')}
        maxLength={1000}
        rows={3}
        value={textOf(config, 'success_message')}
        onChange={(text) => change((before) => withPart(before, 'success_message', text))}
      />
      <div role="group" aria-label={t('form.colour')}>
        <span className={classes['label']} aria-hidden="true">
          {t('form.colour')}
        </span>
        <Hues
          value={typeof colour === 'string' ? colour : ''}
          onPick={(picked) => change((before) => withPart(before, 'header_color', picked === colour ? '' : picked))}
        />
      </div>
      {of.viewId !== undefined && <Listeners tableId={tableId} viewId={of.viewId} />}
      {foot}
    </>
  );
};
