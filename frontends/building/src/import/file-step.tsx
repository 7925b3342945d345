import {
  Button,
  Check,
  Dropzone,
  ErrorState,
  importKinds,
  isWorkbook,
  LinkButton,
  PageDrop,
  pendingUpload,
  Progress,
  RadioCards,
  Select,
  Skeleton,
  useErrorText,
  useFormats,
  useLiveEvent,
  usePageTitle,
  useTexts,
  workbookKinds,
} from '@tessera/kit';
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconFileSpreadsheet,
  IconInfoCircle,
} from '@tessera/kit/icons';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { WizardFrame } from './frame.tsx';
import classes from './import.module.css';
import { encodings, readAs } from './encodings.ts';
import type { ImportLayout, Proposal } from './import.resource.ts';
import { pathOf } from './paths.ts';
import { Paste } from './paste.tsx';
import { encodingName, manyColumns, mustLook, tooManyRows } from './rules.ts';
import { useTables } from './target.tsx';
import { guessesEncoding, type Upload, useWizard, wizard } from './wizard.ts';

const accept = [...importKinds, ...workbookKinds] as const;
const programs = ['excel', 'sheets', 'libreOffice'] as const;
const refusedFor = 2000;

const Limits = () => {
  const t = useTexts('building');
  const formats = useFormats();
  const { limits } = useWizard();
  if (!limits)
    return (
      <span className={classes['limits']}>
        <Skeleton width={220} />
      </span>
    );
  return (
    <span className={classes['limits']}>
      {t('import.file.limits', {
        size: formats.bytes(limits.bytes),
        rows: formats.number(limits.rows),
        columns: formats.number(limits.columns),
      })}
    </span>
  );
};

const Drop = () => {
  const t = useTexts('building');
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => {
    if (refused === null) return undefined;
    const timer = setTimeout(() => setRefused(null), refusedFor);
    return () => clearTimeout(timer);
  }, [refused]);
  const take = (file: File): void => void wizard.send(file);
  const refuse = (file: File): void => setRefused(file.name);
  return (
    <>
      <PageDrop label={t('import.file.dropPage')} accept={accept} onFile={take} onRefused={refuse} />
      <Dropzone
        title={refused === null ? t('import.file.drop') : t('import.file.refused')}
        accept={accept}
        onFile={take}
        onRefused={refuse}
      >
        <span role="status">{refused === null ? <Limits /> : t('import.file.refusedText', { name: refused })}</span>
      </Dropzone>
    </>
  );
};

const Problem = () => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const { problem } = useWizard();
  if (!problem) return null;
  if (problem.kind === 'workbook')
    return (
      <div className={classes['box']} role="alert">
        <p className="t-medium">{t('import.file.workbook', { name: problem.name })}</p>
        <p className="t-secondary">{t('import.file.workbookText')}</p>
        <dl className={classes['ways']}>
          {programs.map((program) => (
            <div key={program}>
              <dt>{t(`import.file.programs.${program}`)}</dt>
              <dd>{t(`import.file.programs.${program}Text`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    );
  return (
    <div className={classes['problem']} role="alert">
      <IconAlertCircle aria-hidden="true" />
      <span>
        <b>{t(problem.review ? 'import.file.review' : 'import.file.error')}</b>
        {errorText(problem.error)}
      </span>
    </div>
  );
};

const Sending = ({ upload, onCancel }: { upload: Upload; onCancel: () => void }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const sending = upload.phase === 'sending';
  useLiveEvent('import_reading', (data) => {
    const { identifier, rows } = data as { identifier?: unknown; rows?: unknown };
    if (typeof identifier === 'string' && typeof rows === 'number') wizard.reading(identifier, rows);
  });
  const label = t(sending ? 'import.file.sending' : 'import.file.reading', { name: upload.name });
  return (
    <div className={classes['box']} aria-busy="true">
      <div className={classes['file']}>
        <IconFileSpreadsheet aria-hidden="true" />
        <span className={classes['grow']} role="status">
          <span className="t-medium t-cut" style={{ display: 'block' }}>
            {label}
          </span>
          <span className={`t-caption t-num ${classes['soFar']}`}>
            {sending
              ? t('import.file.sent', { sent: formats.bytes(upload.sent), total: formats.bytes(upload.size) })
              : upload.rows === undefined
                ? t('import.file.readingText')
                : t('import.file.readingRows', { count: upload.rows })}
          </span>
        </span>
        <Button variant="quiet" onClick={onCancel}>
          {t('import.file.cancel')}
        </Button>
      </div>
      <Progress label={label} value={sending ? (upload.size === 0 ? null : upload.sent / upload.size) : null} />
    </div>
  );
};

const signs = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;

/** The encoding, each choice with what it makes of the file, and the lines by which one sees whether it is the right one. */
const Encoding = ({ encoding }: { encoding: ImportLayout['encoding'] }) => {
  const t = useTexts('building');
  const { proposal, config, lines } = useWizard();
  const guesses = guessesEncoding({ proposal, config });
  const [asked] = useState(guesses);
  const shown = config?.encoding ?? encoding;
  const [first] = lines ?? [];
  return (
    <>
      <Select
        label={t('import.file.encoding')}
        value={shown}
        onChange={(next) => wizard.layout({ encoding: next })}
        options={encodings.map(({ name, script }) => ({
          value: name,
          label: `${encodingName(name)} (${t(`import.scripts.${script}`)})`,
          ...(first ? { detail: readAs(first, name).slice(0, 24) } : {}),
        }))}
      />
      {asked && (
        // Its place stays when somebody has chosen: what they look at does not move.
        <p className={`${classes['wide']} ${classes['ask']}`} style={guesses ? {} : { visibility: 'hidden' }}>
          <IconAlertTriangle aria-hidden="true" />
          {t('import.file.encodingGuess')}
        </p>
      )}
      {lines && lines.length > 0 && (
        <div className={classes['wide']}>
          <p className="t-caption" id="encoding-lines">
            {t('import.file.encodingLines')}
          </p>
          <ul className={classes['lines']} aria-labelledby="encoding-lines">
            {lines.map((line, index) => (
              <li key={index} className="t-cut">
                {readAs(line, shown)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
};

/** Asks whether the first row names the columns, where the file leaves it open; the answer stands where it was asked. */
const HeaderQuestion = ({ layout }: { layout: ImportLayout }) => {
  const t = useTexts('building');
  const { config } = useWizard();
  const [row] = useState(layout.header === 'unsure' ? Math.max(1, layout.headerRow) : 0);
  if (row === 0) return null;
  const cells = (layout.top[Math.min(row, layout.top.length) - 1] ?? []).filter((cell) => cell.trim() !== '');
  const question = t('import.file.headerAsk', { row, cells: cells.slice(0, 6).join(' · ') });
  const waits = layout.header === 'unsure' && config?.headerRow === undefined;
  return (
    <div className={classes['question']} role="group" aria-label={question} data-waits={waits || undefined}>
      {waits ? <IconAlertTriangle aria-hidden="true" /> : <IconInfoCircle aria-hidden="true" />}
      <span>{question}</span>
      <span className={classes['answers']}>
        {([row, 0] as const).map((answer) => (
          <Button
            key={answer}
            size="toolbar"
            on={config?.headerRow === answer}
            aria-pressed={config?.headerRow === answer}
            onClick={() => wizard.layout({ headerRow: answer })}
          >
            {t(answer === 0 ? 'import.file.headerNo' : 'import.file.headerYes')}
          </Button>
        ))}
      </span>
    </div>
  );
};

/** As many sheets as are shown side by side; more are chosen from a list that is searched. */
const mostCards = 12;

/** Which sheet of a workbook is imported; those without rows are named and cannot be chosen. */
const Sheets = ({ sheets, chosen }: { sheets: Proposal['sheets']; chosen: number }) => {
  const t = useTexts('building');
  const about = ({ rows, hidden }: Proposal['sheets'][number]): string => {
    const counted = rows === 0 ? t('import.file.sheetEmpty') : t('import.file.rows', { count: rows });
    return hidden ? t('import.file.sheetHidden', { rows: counted }) : counted;
  };
  const choice = {
    label: t('import.file.sheet'),
    value: String(chosen),
    options: sheets.map((sheet) => ({
      value: String(sheet.index),
      label: sheet.name,
      detail: about(sheet),
      disabled: sheet.rows === 0 && sheet.index !== chosen,
    })),
    onChange: (value: string) => wizard.sheet(Number(value)),
  };
  return (
    <section className={classes['box']} aria-labelledby="import-sheets">
      <h2 className="t-strong" id="import-sheets">
        {t('import.file.sheets', { count: sheets.length })}
      </h2>
      {sheets.length > mostCards ? <Select {...choice} /> : <RadioCards {...choice} />}
    </section>
  );
};

/** How the file was cut into rows and columns, and the ways to change it. */
const LayoutForm = () => {
  const t = useTexts('building');
  const { proposal, asking } = useWizard();
  if (!proposal) return null;
  const { layout } = proposal;
  const isText = layout.source === 'csv' || layout.source === 'paste';
  const delimiters = Object.entries(signs).map(([value, name]) => ({
    value,
    label: t(`import.file.delimiters.${name}`),
  }));
  if (!(layout.delimiter in signs))
    delimiters.push({ value: layout.delimiter, label: t('import.file.delimiters.other', { sign: layout.delimiter }) });
  const rows = layout.top.map((cells, index) => ({
    value: String(index + 1),
    label: t('import.file.headerRow', {
      row: index + 1,
      cells: cells
        .filter((cell) => cell.trim() !== '')
        .slice(0, 6)
        .join(' · '),
    }),
  }));
  return (
    <div className={classes['form']} aria-busy={asking || undefined}>
      <Select
        className={classes['wide'] ?? ''}
        label={t('import.file.header')}
        value={String(layout.headerRow)}
        searchable={false}
        options={[...rows, { value: '0', label: t('import.file.headerNone') }]}
        onChange={(value) => wizard.layout({ headerRow: Number(value) })}
      />
      {isText && (
        <Select
          label={t('import.file.delimiter')}
          value={layout.delimiter}
          options={delimiters}
          onChange={(delimiter) => wizard.layout({ delimiter })}
        />
      )}
      {layout.source === 'csv' && <Encoding encoding={layout.encoding} />}
    </div>
  );
};

const Note = ({ warn = false, children }: { warn?: boolean; children: ReactNode }) => (
  <li className={warn ? classes['warn'] : undefined}>
    {warn ? <IconAlertTriangle aria-hidden="true" /> : <IconInfoCircle aria-hidden="true" />}
    <span>{children}</span>
  </li>
);

const Notes = () => {
  const t = useTexts('building');
  const formats = useFormats();
  const { proposal, limits } = useWizard();
  if (!proposal) return null;
  const { layout } = proposal;
  const counted = (['blankRows', 'blankColumns', 'shortRows', 'longRows', 'formulas', 'merged'] as const).filter(
    (key) => layout[key] > 0 && !(key === 'merged' && layout.fillMerged),
  );
  const hidden = proposal.fields.filter((field) => field.hidden).length;
  const isText = layout.source === 'csv' || layout.source === 'paste';
  const clean = isText && counted.length === 0 && !layout.plainQuotes;
  return (
    <ul className={classes['notes']} aria-label={t('import.file.notes')}>
      {limits && tooManyRows(layout, limits) && (
        <Note warn>
          {t('import.file.tooManyRows', { limit: formats.number(limits.rows), rows: formats.number(layout.rows) })}
        </Note>
      )}
      {layout.columns >= manyColumns && <Note warn>{t('import.file.manyColumns')}</Note>}
      {hidden > 0 && <Note>{t('import.file.hidden', { count: hidden })}</Note>}
      {layout.unsaid > 0 && <Note warn>{t('import.file.unsaid', { count: layout.unsaid })}</Note>}
      {layout.plainQuotes && <Note warn>{t('import.file.plainQuotes')}</Note>}
      {counted.map((key) => (
        <Note key={key}>{t(`import.file.${key}`, { count: layout[key] })}</Note>
      ))}
      {clean && (
        <li>
          <IconCircleCheck aria-hidden="true" />
          <span>{t('import.file.clean')}</span>
        </li>
      )}
    </ul>
  );
};

/**
 * The first step: the file, and how it is read. `/connector` and `.../types` are the same page before and after the
 * upload. A file that leaves nothing to ask goes on to its columns by itself; Back comes here.
 */
export const FileStep = ({ fresh = false, into = null }: { fresh?: boolean; into?: string | null }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const navigate = useNavigate();
  const { upload, proposal, config, limits, identifier, problem, target } = useWizard();
  const tables = useTables();
  const tableName = tables.find((table) => table.id === target)?.label ?? proposal?.table?.label ?? '';
  const [failure, setFailure] = useState<unknown>(null);
  const [said, setSaid] = useState('');
  const column = useRef<HTMLDivElement>(null);
  usePageTitle(t('import.title'));

  const begin = (): void => {
    setFailure(null);
    wizard.begin().catch(setFailure);
  };
  useEffect(() => {
    const file = pendingUpload.take();
    if (fresh && wizard.state().begun) wizard.reset();
    if (fresh) wizard.aim(into);
    if (file) void wizard.send(file);
    if (!file || isWorkbook(file.name)) wizard.begin().catch(setFailure);
  }, [fresh, into]);
  const chosen = upload !== null;
  useEffect(() => {
    if (identifier !== null && chosen) void navigate(pathOf('types', identifier), { replace: true });
  }, [identifier, chosen, navigate]);

  const ready = upload?.phase === 'ready' && proposal !== null;
  const stage = !chosen ? 'choose' : ready ? 'ready' : 'sending';
  const shown = useRef(stage);
  const came = useRef(ready);
  const onward = ready && !came.current && !mustLook(proposal, limits) && !guessesEncoding({ proposal, config });
  useEffect(() => {
    came.current = ready;
    if (onward && identifier !== null) void navigate(pathOf('field-matching', identifier));
  }, [ready, onward, identifier, navigate]);
  // Each stage takes the place of the one before, and of the control that was pressed in it: the focus goes on to what
  // comes next.
  useLayoutEffect(() => {
    if (shown.current === stage) return;
    shown.current = stage;
    if (stage !== 'choose') setSaid('');
    if (document.activeElement === null || document.activeElement === document.body)
      column.current?.querySelector<HTMLElement>(stage === 'ready' ? 'h1' : 'button')?.focus({ preventScroll: true });
  }, [stage]);
  const cancel = (): void => {
    setSaid(t('import.file.cancelled', { name: upload?.name ?? '' }));
    wizard.drop();
  };

  if (failure !== null && upload === null) return <ErrorState screen error={failure} onRetry={begin} />;
  const fits =
    proposal !== null &&
    // The answer for the table that was chosen last.
    (proposal.table?.id ?? null) === target &&
    !tooManyRows(proposal.layout, limits);
  return (
    <WizardFrame step="file" name={upload?.name}>
      <div ref={column} className={classes['column']}>
        <div className="t-hidden" role="status">
          {said}
        </div>
        <div className={classes['intro']}>
          <h1 className="t-page-title" tabIndex={-1}>
            {t(upload === null ? 'import.file.title' : 'import.file.readTitle')}
          </h1>
          <p className="t-secondary">
            {target === null ? t('import.file.text') : t('import.into.text', { table: tableName })}
          </p>
        </div>
        {problem && <Problem />}
        {upload === null && (
          <>
            <Drop />
            <Paste />
            <div className={classes['actions']}>
              <LinkButton variant="quiet" to="/connector/history">
                {t('import.past.title')}
              </LinkButton>
            </div>
          </>
        )}
        {upload !== null && !ready && <Sending upload={upload} onCancel={cancel} />}
        {ready && !onward && (
          <>
            <div className={classes['box']}>
              <div className={classes['file']}>
                <IconFileSpreadsheet aria-hidden="true" />
                <span className={classes['grow']}>
                  <span className="t-medium t-cut" style={{ display: 'block' }}>
                    {upload.name}
                  </span>
                  <span className="t-caption" role="status">
                    {t('import.file.counts', {
                      rows: t('import.file.rows', { count: proposal.layout.rows }),
                      columns: t('import.file.columns', { count: proposal.layout.columns }),
                      size: formats.bytes(upload.size),
                    })}
                  </span>
                </span>
                <Button variant="quiet" onClick={wizard.drop}>
                  {t('import.file.other')}
                </Button>
              </div>
            </div>
            {proposal.layout.sheetIndex !== null && (
              <Sheets sheets={proposal.sheets} chosen={config?.sheetIndex ?? proposal.layout.sheetIndex} />
            )}
            <section className={classes['box']} aria-label={t('import.file.layout')}>
              <h2 className="t-strong">{t('import.file.layout')}</h2>
              <HeaderQuestion key={proposal.layout.sheetIndex} layout={proposal.layout} />
              <LayoutForm />
              {proposal.layout.tall > 0 && (
                <Check
                  label={t('import.file.fillMerged')}
                  checked={proposal.layout.fillMerged}
                  onChange={(fillMerged) => wizard.layout({ fillMerged })}
                />
              )}
              {proposal.layout.totalsRow !== null && (
                <Check
                  label={t('import.file.totals')}
                  checked={config?.leaveOutTotals === true}
                  onChange={wizard.totals}
                />
              )}
              <Notes />
            </section>
            <div className={classes['actions']}>
              <Button
                variant="primary"
                disabled={!fits}
                onClick={() => void navigate(pathOf('field-matching', identifier ?? ''))}
              >
                {t('import.next')}
              </Button>
            </div>
          </>
        )}
      </div>
    </WizardFrame>
  );
};
