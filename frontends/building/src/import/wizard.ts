import { apiError, isApiError, isWorkbook } from '@tessera/kit';
import { useSyncExternalStore } from 'react';
import { isOpen } from './rules.ts';
import { tellingLines } from './encodings.ts';
import {
  type Connector,
  connectorOf,
  type FieldChoice,
  importApi,
  type ImportConfig,
  type ImportField,
  type Into,
  type Limits,
  type Proposal,
} from './import.resource.ts';

export type Upload = {
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  /** What reads it. */
  readonly connector: Connector;
  readonly phase: 'sending' | 'reading' | 'ready';
  /** Rows read so far. */ readonly rows?: number;
};
/** What went wrong with the file: `review` when it is the file that must change. */
export type FileProblem =
  | { readonly kind: 'file'; readonly review: boolean; readonly error: unknown }
  /** A workbook, by its name: it was not sent. */
  | { readonly kind: 'workbook'; readonly name: string };

export type Wizard = {
  readonly identifier: string | null;
  /** The table that gets the records; null for a new one. */
  readonly target: string | null;
  readonly limits: Limits | null;
  readonly upload: Upload | null;
  readonly problem: FileProblem | null;
  readonly config: ImportConfig | null;
  readonly proposal: Proposal | null;
  /** The server is asked how the file would land after a choice that may change it. */
  readonly asking: boolean;
  /** How many values the person agreed to change; null while nobody did. */
  readonly agreed: number | null;
  /** Lines of the file that encodings read differently; null while nobody knows, as after a reload. */
  readonly lines: readonly Uint8Array[] | null;
  /** Columns whose options that look alike stay apart, by choice. */
  readonly apart: ReadonlySet<string>;
  readonly starting: boolean;
  /** The import was begun: who comes to import again begins with another file, unless they come back to this one. */
  readonly begun: boolean;
};

const empty: Wizard = {
  identifier: null,
  target: null,
  limits: null,
  upload: null,
  problem: null,
  config: null,
  proposal: null,
  asking: false,
  agreed: null,
  lines: null,
  apart: new Set(),
  starting: false,
  begun: false,
};

let state = empty;
const listeners = new Set<() => void>();
let sending: AbortController | null = null;
let asking: AbortController | null = null;
let later: ReturnType<typeof setTimeout> | undefined;

const set = (patch: Partial<Wizard>): void => {
  state = { ...state, ...patch };
  for (const listener of listeners) listener();
};

/** The import that this browser works on. It outlives its pages, so Back keeps every choice. */
export const useWizard = (): Wizard =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );

/** How a file becomes records: in a new table, or in one that is there. */
const aimed = (target: string | null): Pick<ImportConfig, 'type' | 'object'> =>
  target === null ? {} : { type: 'import_only', object: target };

const aborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** What a file is that cannot be read has a sentence of its own, by the reason. */
const named = (code: string, reason: unknown): string =>
  code === 'review_spreadsheet' && typeof reason === 'string' ? `review_${reason}` : code;

const problemOf = (error: unknown): FileProblem => {
  if (!isApiError(error)) return { kind: 'file', review: false, error };
  const { code, id, status, message, details } = error;
  return {
    kind: 'file',
    review: code === 'review_spreadsheet' || code === 'file_too_large' || code === 'connectors.file_gone',
    error: apiError({ code: named(code, details['reason']), id, status, message, details }),
  };
};

/**
 * Asks the server how the file would land with the choices so far; a newer question replaces an older one. `quiet`: only
 * what does not change how it lands was chosen, so nobody needs to wait for the answer.
 */
const ask = async (quiet = false): Promise<void> => {
  clearTimeout(later);
  const { identifier, config, upload } = state;
  if (identifier === null || config === null || upload === null) return;
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  set({ asking: state.asking || !quiet });
  try {
    const proposal = await importApi.configure(identifier, upload.connector, config, mine.signal);
    if (asking !== mine) return;
    set({ proposal, asking: false, problem: null, upload: state.upload && { ...state.upload, phase: 'ready' } });
  } catch (error) {
    if (aborted(error) || asking !== mine) return;
    // A file that cannot be read at all leaves nothing to choose; a choice that cannot be kept leaves the others.
    set({ asking: false, problem: problemOf(error), ...(state.proposal ? {} : { upload: null, config: null }) });
  }
};

/** Tells the server a choice that does not change how values land, once no other follows for a second. */
const tellLater = (): void => {
  clearTimeout(later);
  later = setTimeout(() => void ask(true), 1000);
};

export const wizard = {
  state: (): Wizard => state,

  /** Begins anew: what was chosen for another file is forgotten. */
  reset: (): void => {
    sending?.abort();
    asking?.abort();
    clearTimeout(later);
    set(empty);
  },

  /** Makes a place for the choices on the server, once; its limits are said before a file is chosen. */
  begin: async (): Promise<string> => {
    if (state.identifier !== null && state.limits !== null) return state.identifier;
    const { identifier, limits } = await importApi.begin(state.target);
    set({ identifier: state.identifier ?? identifier, limits });
    return state.identifier ?? identifier;
  },

  /**
   * Which table gets the records; null for a new one. How the file is read stays, what was chosen for its columns does
   * not.
   */
  aim: (target: string | null): void => {
    if (state.target === target) return;
    set({ target });
    if (!state.config) return;
    const { fields: _fields, primaryKey: _key, type: _type, object: _object, ...rest } = state.config;
    set({ config: { ...rest, ...aimed(target) } });
    void ask();
  },

  /** Sends a file and reads it. A new file forgets the choices of the one before. */
  send: async (file: File, connector = connectorOf(file.name)): Promise<void> => {
    sending?.abort();
    asking?.abort();
    if (isWorkbook(file.name)) {
      wizard.drop();
      set({ problem: { kind: 'workbook', name: file.name } });
      return;
    }
    const mine = new AbortController();
    sending = mine;
    set({
      upload: { name: file.name, size: file.size, connector, sent: 0, phase: 'sending' },
      problem: null,
      proposal: null,
      config: null,
      agreed: null,
      lines: null,
      apart: new Set(),
    });
    // Known before the server has read the file, so that nothing moves when it is shown. A file that was moved since can
    // be read no more: then the choice has no preview.
    if (connector === 'csv')
      tellingLines(file).then(
        (lines) => {
          if (sending === mine) set({ lines });
        },
        () => undefined,
      );
    try {
      const identifier = await wizard.begin();
      const { filePath, error } = await importApi.upload(
        identifier,
        connector,
        file,
        (sent) => {
          if (sending === mine && state.upload?.phase === 'sending') set({ upload: { ...state.upload, sent } });
        },
        mine.signal,
      );
      if (sending !== mine) return;
      if (filePath === null) {
        set({
          upload: null,
          problem: {
            kind: 'file',
            review: error?.id === 'review_spreadsheet' || error?.id === 'file_too_large',
            error: apiError({
              code: named(error?.id ?? 'unknown', error?.reason),
              status: 200,
              message: error?.message ?? '',
            }),
          },
        });
        return;
      }
      set({
        upload: { name: file.name, size: file.size, connector, sent: file.size, phase: 'reading' },
        config: { filePath, ...aimed(state.target) },
      });
      await ask();
    } catch (error) {
      if (!aborted(error) && sending === mine) set({ upload: null, problem: problemOf(error) });
    }
  },

  /** The server read so many rows of a file. */
  reading: (identifier: string, rows: number): void => {
    if (state.identifier === identifier && state.upload?.phase === 'reading')
      set({ upload: { ...state.upload, rows } });
  },

  /** Which column tells records apart; null for none. */
  key: (primaryKey: string | null): void => {
    if (!state.config) return;
    const { primaryKey: _before, ...rest } = state.config;
    set({ config: primaryKey === null ? rest : { ...rest, primaryKey } });
    void ask();
  },

  /** Takes the file away again; reading it stops. */
  drop: (): void => {
    sending?.abort();
    asking?.abort();
    if (state.upload?.phase === 'reading' && state.identifier !== null)
      void importApi.stopReading(state.identifier).catch(() => undefined);
    set({ upload: null, problem: null, proposal: null, config: null, asking: false, agreed: null, apart: new Set() });
  },

  /** Goes on where a reload left a wizard. False when the server no longer knows it. */
  resume: async (identifier: string): Promise<boolean> => {
    if (state.identifier === identifier) return true;
    wizard.reset();
    try {
      const { file, config, object } = await importApi.resume(identifier);
      // Before the file was looked at, only the table that it was begun for is known.
      const target = config === null ? object : (config.object ?? null);
      const { limits } = await importApi.begin(target);
      set({
        identifier,
        target,
        limits,
        config: config ?? (file && { filePath: file.filePath, ...aimed(target) }),
        upload: file && {
          name: file.name,
          size: file.size,
          connector: connectorOf(file.name),
          sent: file.size,
          phase: 'reading',
        },
      });
      if (file) void ask();
      return true;
    } catch (error) {
      if (isApiError(error) && error.status === 404) return false;
      throw error;
    }
  },

  /** How the file is cut into rows and columns; choices for columns that may be other ones now are dropped. */
  layout: (patch: Pick<ImportConfig, 'delimiter' | 'encoding' | 'headerRow' | 'fillMerged'>): void => {
    if (!state.config) return;
    const { fields: _fields, ...rest } = state.config;
    set({ config: { ...rest, ...patch } });
    void ask();
  },

  /** Another sheet of the workbook: nothing that was chosen for the one before holds. */
  sheet: (sheetIndex: number): void => {
    if (!state.config) return;
    const { filePath } = state.config;
    set({ config: { filePath, sheetIndex, ...aimed(state.target) }, agreed: null, apart: new Set() });
    void ask();
  },

  totals: (leaveOut: boolean): void => {
    if (!state.config) return;
    set({ config: { ...state.config, leaveOutTotals: leaveOut } });
  },

  label: (label: string): void => {
    if (!state.config) return;
    set({ config: { ...state.config, label } });
    tellLater();
  },

  /** The person looked at the file: one tick sets all three boxes of the checklist. */
  tick: (on: boolean): void => {
    if (!state.config) return;
    const { checklist: _before, ...rest } = state.config;
    set({ config: on ? { ...rest, checklist: { organized: true, formatted: true, supported: true } } : rest });
    tellLater();
  },

  /** The person agrees that so many values change; null takes it back. */
  agree: (agreed: number | null): void => set({ agreed }),

  /** Options of a column that look alike stay apart, or are asked about again. */
  keepApart: (key: string): void => set({ apart: new Set([...state.apart, key]) }),

  /** A choice for one column. Names are kept at once and told after a second; what changes the fit is asked at once. */
  choose: (key: string, patch: Omit<FieldChoice, 'key'>): void => {
    const { config, proposal } = state;
    if (!config || !proposal) return;
    const before = config.fields?.find((choice) => choice.key === key);
    const merged: FieldChoice = {
      ...before,
      ...patch,
      key,
      ...(patch.readAs ? { readAs: { ...before?.readAs, ...patch.readAs } } : {}),
    };
    // A column that is left out tells nothing apart.
    const { primaryKey, ...rest } = config;
    const base = primaryKey === undefined || (patch.deleted === true && primaryKey === key) ? rest : config;
    set({ config: { ...base, fields: [...(config.fields ?? []).filter((choice) => choice.key !== key), merged] } });
    const asks = patch.type ?? patch.readAs ?? patch.props ?? patch.createOptions ?? patch.asTable;
    if (asks === undefined) tellLater();
    else void ask();
  },

  /** The field that a column fills, null for none; a column that filled it before fills none. */
  fill: (key: string, field: string | null): void => {
    const { config, proposal } = state;
    if (!config || !proposal) return;
    const freed = shownFields(state).filter((one) => field !== null && one.field === field && one.key !== key);
    const others = new Set([key, ...freed.map((one) => one.key)]);
    const before = config.fields?.find((choice) => choice.key === key);
    const chosen: FieldChoice = { key, field, ...(before?.readAs ? { readAs: before.readAs } : {}) };
    set({
      config: {
        ...config,
        fields: [
          ...(config.fields ?? []).filter((choice) => !others.has(choice.key)),
          ...freed.map((one): FieldChoice => ({ key: one.key, field: null })),
          chosen,
        ],
      },
    });
    void ask();
  },

  /** The column becomes a new field of the table, named as in the file. */
  add: (key: string): void => {
    const { config, proposal } = state;
    const field = proposal?.fields.find((one) => one.key === key);
    if (!config || !field) return;
    const before = config.fields?.find((choice) => choice.key === key);
    const chosen: FieldChoice = {
      key,
      newField: true,
      ...(field.header === '' ? {} : { name: field.header }),
      ...(before?.readAs ? { readAs: before.readAs } : {}),
    };
    set({ config: { ...config, fields: [...(config.fields ?? []).filter((choice) => choice.key !== key), chosen] } });
    void ask();
  },

  /** Another type for a column: what was chosen for the type before no longer holds. */
  retype: (key: string, type: string): void => {
    const { config, proposal } = state;
    const field = proposal?.fields.find((one) => one.key === key);
    if (!config || !field) return;
    const before = config.fields?.find((choice) => choice.key === key);
    const kept: FieldChoice = {
      key,
      type,
      ...(before?.name === undefined ? {} : { name: before.name }),
      ...(before?.deleted ? { deleted: true } : {}),
      ...(before?.newField ? { newField: true } : {}),
      ...(before?.readAs ? { readAs: before.readAs } : {}),
    };
    set({ config: { ...config, fields: [...(config.fields ?? []).filter((choice) => choice.key !== key), kept] } });
    void ask();
  },

  /** Starts the import; answers its operation. Throws ApiError. */
  start: async (): Promise<string> => {
    const { identifier, config, proposal, upload } = state;
    if (identifier === null || !config || !proposal || !upload) throw new Error('Nothing to import');
    // What was chosen last goes with the import.
    clearTimeout(later);
    asking?.abort();
    set({ starting: true, asking: false });
    try {
      const fields = shownFields(state).map(
        ({ key, name, type, props, deleted, replacements, field, newField, createOptions, asTable }): FieldChoice => {
          // What nobody decided is not sent as a decision: the server asks again for what the values leave open.
          const readAs = config.fields?.find((choice) => choice.key === key)?.readAs;
          const said = { key, replacements, ...(readAs && { readAs }) };
          if (proposal.table === null) return { ...said, name, type, props, deleted, asTable };
          return newField ? { ...said, newField, name, type, props } : { ...said, field, createOptions };
        },
      );
      const onMisfit = state.agreed !== null && state.agreed === allChanging(state) ? 'empty' : 'error';
      const { operationId } = await importApi.start(
        identifier,
        upload.connector,
        shownLabel(state),
        fields,
        config,
        onMisfit,
      );
      set({ begun: true });
      return operationId;
    } finally {
      set({ starting: false });
    }
  },
};

/** The columns as they stand: the server's answer with the choices that are on their way to it. */
export const shownFields = ({ proposal, config }: Pick<Wizard, 'proposal' | 'config'>): readonly ImportField[] => {
  const choices = new Map(config?.fields?.map((choice) => [choice.key, choice]));
  return (proposal?.fields ?? []).map((field) => {
    const choice = choices.get(field.key);
    if (proposal?.table) return filling(field, choice, proposal.table);
    return choice
      ? {
          ...field,
          name: choice.name ?? field.name,
          deleted: choice.deleted ?? field.deleted,
          type: choice.type ?? field.type,
          asTable: choice.asTable ?? field.asTable,
          ...replaced(field, choice),
        }
      : field;
  });
};

/** What stands in for values that do not fit; how many are left is estimated until the server says so. */
const replaced = (field: ImportField, { replacements }: FieldChoice): Pick<ImportField, 'replacements' | 'emptied'> =>
  replacements === undefined || JSON.stringify(replacements) === JSON.stringify(field.replacements)
    ? { replacements: field.replacements, emptied: field.emptied }
    : { replacements, emptied: toCheck({ ...field, replacements }) };

/** A column of a file for a table that is there: what is on its way is the field, and whether there is one. */
const filling = (column: ImportField, choice: FieldChoice | undefined, { fields }: Into): ImportField => {
  if (!choice) return column;
  if (choice.newField === true) {
    const [name, type] = [choice.name ?? column.name, choice.type ?? column.type];
    return { ...column, field: null, newField: true, deleted: false, name, type, ...replaced(column, choice) };
  }
  const field = choice.field === undefined ? column.field : choice.field;
  const into = fields.find((one) => one.id === field);
  return {
    ...column,
    field,
    newField: false,
    name: into?.name ?? column.name,
    type: into?.type ?? column.type,
    deleted: into === undefined,
    ...replaced(column, choice),
    createOptions: choice.createOptions ?? column.createOptions,
  };
};

export const shownLabel = ({ proposal, config }: Wizard): string => config?.label ?? proposal?.label ?? '';

/** Whether the encoding is a guess: only UTF-8 and UTF-16 show what they are. */
export const guessesEncoding = ({ proposal, config }: Pick<Wizard, 'proposal' | 'config'>): boolean =>
  config?.encoding === undefined && proposal !== null && !proposal.layout.encoding.startsWith('utf-');

/** Whether the person said that they looked at the file. */
export const isTicked = ({ config }: Pick<Wizard, 'config'>): boolean => config?.checklist !== undefined;

/** Records of the file: a row of totals is left out on request. */
export const shownRows = ({ proposal, config }: Wizard): number =>
  (proposal?.layout.rows ?? 0) - (config?.leaveOutTotals === true && proposal?.layout.totalsRow !== null ? 1 : 0);

/** Values of a column that fit nowhere and that no replacement stands in for. */
export const toCheck = (field: ImportField): number => {
  if (field.deleted) return 0;
  const replaced = new Set(field.replacements.map((one) => one.value));
  return (
    field.fit.unlisted +
    field.fit.misfits.reduce((sum, misfit) => sum + (replaced.has(misfit.value) ? 0 : misfit.count), 0)
  );
};

/** Values of a column that would not land as the file has them: left empty, rounded, altered, or their lines joined. */
export const changing = (field: ImportField): number =>
  field.deleted ? 0 : field.emptied + field.fit.rounded + field.fit.joined + field.fit.altered;

/** Values of all columns that would not land as the file has them. */
export const allChanging = (state: Pick<Wizard, 'proposal' | 'config'>): number =>
  shownFields(state).reduce((sum, field) => sum + changing(field), 0);

/** Whether a column waits for an answer: its values do not say which way they are read, and nobody did. */
export const asksFor = (field: ImportField, { config }: Pick<Wizard, 'config'>): boolean =>
  !field.deleted && isOpen(field, config?.fields?.find((choice) => choice.key === field.key)?.readAs);
