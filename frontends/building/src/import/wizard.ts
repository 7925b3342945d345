import { apiError, isApiError } from '@tessera/kit';
import { useSyncExternalStore } from 'react';
import {
  type FieldChoice,
  importApi,
  type ImportConfig,
  type ImportField,
  type Limits,
  type Proposal,
} from './import.resource.ts';

export type Upload = {
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  readonly phase: 'sending' | 'reading' | 'ready';
  /** Rows read so far. */ readonly rows?: number;
};
export type Checklist = { readonly organized: boolean; readonly formatted: boolean; readonly supported: boolean };
/** What went wrong with the file: `review` when it is the file that must change. */
export type FileProblem = {
  readonly review: boolean;
  readonly code: string;
  readonly error: unknown;
};

export type Wizard = {
  readonly identifier: string | null;
  readonly limits: Limits | null;
  readonly upload: Upload | null;
  readonly problem: FileProblem | null;
  readonly config: ImportConfig | null;
  readonly proposal: Proposal | null;
  /** The server is asked how the file would land after the latest choice. */
  readonly asking: boolean;
  readonly checklist: Checklist;
  readonly starting: boolean;
  /** The import was begun: who comes to import again begins with another file, unless they come back to this one. */
  readonly begun: boolean;
};

const unticked: Checklist = { organized: false, formatted: false, supported: false };
const empty: Wizard = {
  identifier: null,
  limits: null,
  upload: null,
  problem: null,
  config: null,
  proposal: null,
  asking: false,
  checklist: unticked,
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

const aborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

const problemOf = (error: unknown): FileProblem => ({
  review:
    isApiError(error) &&
    (error.code === 'review_spreadsheet' || error.code === 'file_too_large' || error.code === 'connectors.file_gone'),
  code: isApiError(error) ? error.code : 'unknown',
  error,
});

/** Asks the server how the file would land with the choices so far; a newer question replaces an older one. */
const ask = async (): Promise<void> => {
  clearTimeout(later);
  const { identifier, config } = state;
  if (identifier === null || config === null) return;
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  set({ asking: true });
  try {
    const proposal = await importApi.configure(identifier, config, mine.signal);
    if (asking !== mine) return;
    set({ proposal, asking: false, problem: null, upload: state.upload && { ...state.upload, phase: 'ready' } });
  } catch (error) {
    if (aborted(error) || asking !== mine) return;
    // A file that cannot be read at all leaves nothing to choose; a choice that cannot be kept leaves the others.
    set({ asking: false, problem: problemOf(error), ...(state.proposal ? {} : { upload: null, config: null }) });
  }
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
    const { identifier, limits } = await importApi.begin();
    set({ identifier: state.identifier ?? identifier, limits });
    return state.identifier ?? identifier;
  },

  /** Sends a file and reads it. A new file forgets the choices of the one before. */
  send: async (file: File): Promise<void> => {
    sending?.abort();
    asking?.abort();
    const mine = new AbortController();
    sending = mine;
    set({
      upload: { name: file.name, size: file.size, sent: 0, phase: 'sending' },
      problem: null,
      proposal: null,
      config: null,
      checklist: unticked,
    });
    try {
      const identifier = await wizard.begin();
      const { filePath, error } = await importApi.upload(
        identifier,
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
            review: error?.id === 'review_spreadsheet' || error?.id === 'file_too_large',
            code: error?.id ?? 'unknown',
            error: apiError({ code: error?.id ?? 'unknown', status: 200, message: error?.message ?? '' }),
          },
        });
        return;
      }
      set({ upload: { name: file.name, size: file.size, sent: file.size, phase: 'reading' }, config: { filePath } });
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
    set({ upload: null, problem: null, proposal: null, config: null, asking: false, checklist: unticked });
  },

  /** Goes on where a reload left a wizard. False when the server no longer knows it. */
  resume: async (identifier: string): Promise<boolean> => {
    if (state.identifier === identifier) return true;
    wizard.reset();
    try {
      const { file, config } = await importApi.resume(identifier);
      const { limits } = await importApi.begin();
      const ticked =
        file !== null && config?.label !== undefined ? { organized: true, formatted: true, supported: true } : unticked;
      set({
        identifier,
        limits,
        checklist: ticked,
        config: config ?? (file && { filePath: file.filePath }),
        upload: file && { name: file.name, size: file.size, sent: file.size, phase: 'reading' },
      });
      if (file) void ask();
      return true;
    } catch (error) {
      if (isApiError(error) && error.status === 404) return false;
      throw error;
    }
  },

  /** How the file is cut into rows and columns; choices for columns that may be other ones now are dropped. */
  layout: (patch: Pick<ImportConfig, 'delimiter' | 'encoding' | 'headerRow'>): void => {
    if (!state.config) return;
    const { fields: _fields, ...rest } = state.config;
    set({ config: { ...rest, ...patch } });
    void ask();
  },

  totals: (leaveOut: boolean): void => {
    if (!state.config) return;
    set({ config: { ...state.config, leaveOutTotals: leaveOut } });
  },

  label: (label: string): void => {
    if (!state.config) return;
    set({ config: { ...state.config, label } });
    clearTimeout(later);
    later = setTimeout(() => void ask(), 1000);
  },

  tick: (patch: Partial<Checklist>): void => set({ checklist: { ...state.checklist, ...patch } }),

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
    const quiet = patch.type === undefined && patch.readAs === undefined && patch.props === undefined;
    clearTimeout(later);
    if (quiet) later = setTimeout(() => void ask(), 1000);
    else void ask();
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
      ...(before?.readAs ? { readAs: before.readAs } : {}),
    };
    set({ config: { ...config, fields: [...(config.fields ?? []).filter((choice) => choice.key !== key), kept] } });
    void ask();
  },

  /** Starts the import; answers its operation. Throws ApiError. */
  start: async (): Promise<string> => {
    const { identifier, config, proposal } = state;
    if (identifier === null || !config || !proposal) throw new Error('Nothing to import');
    set({ starting: true });
    try {
      const fields = shownFields(state).map(({ key, name, type, props, readAs, deleted, replacements }) => ({
        key,
        name,
        type,
        props,
        readAs,
        deleted,
        replacements,
      }));
      const { operationId } = await importApi.start(identifier, shownLabel(state), fields, config);
      set({ begun: true });
      return operationId;
    } finally {
      set({ starting: false });
    }
  },
};

/** The columns as they stand: the server's answer with the choices that are on their way to it. */
export const shownFields = ({ proposal, config }: Wizard): readonly ImportField[] => {
  const choices = new Map(config?.fields?.map((choice) => [choice.key, choice]));
  return (proposal?.fields ?? []).map((field) => {
    const choice = choices.get(field.key);
    return choice
      ? {
          ...field,
          name: choice.name ?? field.name,
          deleted: choice.deleted ?? field.deleted,
          replacements: choice.replacements ?? field.replacements,
          type: choice.type ?? field.type,
        }
      : field;
  });
};

export const shownLabel = ({ proposal, config }: Wizard): string => config?.label ?? proposal?.label ?? '';

/** Records that will land: a row of totals is left out on request. */
export const shownRows = ({ proposal, config }: Wizard): number =>
  (proposal?.layout.rows ?? 0) - (config?.leaveOutTotals === true && proposal?.layout.totalsRow !== null ? 1 : 0);

/** Values of a column that will be left empty although the file has them. */
export const toCheck = (field: ImportField): number => {
  if (field.deleted) return 0;
  const replaced = new Set(field.replacements.map((one) => one.value));
  return (
    field.fit.unlisted +
    field.fit.misfits.reduce((sum, misfit) => sum + (replaced.has(misfit.value) ? 0 : misfit.count), 0)
  );
};

/** Whether a column waits for an answer: its values do not say which way they are read, and nobody did. */
export const asksFor = (field: ImportField, { config }: Pick<Wizard, 'config'>): boolean =>
  !field.deleted &&
  field.ambiguous !== null &&
  config?.fields?.find((choice) => choice.key === field.key)?.readAs === undefined;
