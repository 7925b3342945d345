import type { FieldProps } from '@tessera/fields';
import { api, type Id } from '@tessera/kit';

export type ReadAs = { readonly decimal: '.' | ','; readonly dayFirst: boolean; readonly serialDates?: boolean };
export type Misfit = {
  readonly row: number;
  readonly value: string;
  readonly count: number;
  readonly reason: string;
  readonly message: string;
};
export type Replacement = { readonly value: string; readonly text: string };
export type ImportField = {
  readonly key: string;
  readonly name: string;
  readonly header: string;
  readonly nameProblem: 'blank' | 'duplicate' | null;
  readonly type: string;
  readonly proposedType: string;
  readonly props: FieldProps;
  readonly readAs: ReadAs;
  readonly deleted: boolean;
  readonly fit: {
    readonly total: number;
    readonly empty: number;
    readonly matched: number;
    readonly unlisted: number;
    readonly rounded: number;
    readonly misfits: readonly Misfit[];
  };
  readonly ambiguous: {
    readonly kind: 'decimal' | 'dayOrder' | 'serial';
    readonly count: number;
    readonly example: string;
    readonly mixed: boolean;
  } | null;
  readonly samples: readonly string[];
  readonly replacements: readonly Replacement[];
};
export type ImportLayout = {
  readonly delimiter: string;
  readonly encoding: string;
  readonly plainQuotes: boolean;
  readonly headerRow: number;
  readonly top: readonly (readonly string[])[];
  readonly rows: number;
  readonly columns: number;
  readonly blankRows: number;
  readonly blankColumns: number;
  readonly shortRows: number;
  readonly longRows: number;
  readonly totalsRow: number | null;
};
export type Proposal = {
  readonly layout: ImportLayout;
  readonly fields: readonly ImportField[];
  readonly records: readonly {
    readonly fields: Readonly<Record<string, unknown>>;
    readonly misfits: readonly string[];
  }[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly label: string;
  readonly key: KeyCheck | null;
};
/** What a person chose for a column; what is absent is the file's proposal. */
export type FieldChoice = {
  readonly key: string;
  readonly name?: string;
  readonly type?: string;
  readonly props?: FieldProps;
  readonly readAs?: Partial<ReadAs>;
  readonly deleted?: boolean;
  readonly replacements?: readonly Replacement[];
};
export type ImportConfig = {
  readonly filePath: string;
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly headerRow?: number;
  readonly leaveOutTotals?: boolean;
  readonly primaryKey?: string;
  readonly label?: string;
  readonly fields?: readonly FieldChoice[];
};
export type Limits = { readonly bytes: number; readonly rows: number; readonly columns: number };
export type ImportState = {
  readonly operationId: Id;
  readonly identifier: Id;
  readonly state: 'running' | 'done' | 'cancelled' | 'failed';
  readonly done: number;
  readonly total: number;
  readonly misfits: number;
  readonly fields: number;
  /** The table that it made was taken away since. */
  readonly tableGone: boolean;
  readonly tableId: Id;
  readonly label: string;
  readonly fileName: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
};
type Uploaded = {
  readonly filePath: string | null;
  readonly name: string | null;
  readonly size: number | null;
  readonly error: { readonly id: string; readonly message: string } | null;
};
/** Values that stand more than once in the column that is to tell records apart. */
export type KeyCheck = {
  readonly key: string;
  readonly repeated: number;
  readonly empty: number;
  readonly values: readonly { readonly value: string; readonly count: number; readonly rows: readonly number[] }[];
};
type Resumed = {
  readonly identifier: Id;
  readonly file: { readonly filePath: string; readonly name: string; readonly size: number } | null;
  readonly config: ImportConfig | null;
  readonly imports: readonly ImportState[];
};
export type UndoPreview = {
  readonly records: number;
  readonly conflicts: readonly { readonly recordId: Id }[];
  readonly operationId?: Id;
};

const connector = 'csv';

/** Everything that the wizard asks of the server. */
export const importApi = {
  begin: () =>
    api.post<{ readonly identifier: Id; readonly limits: Limits }>('/connector/identifier', {
      connector_id: connector,
    }),
  upload: (identifier: Id, file: File, onProgress: (sent: number, total: number) => void, signal: AbortSignal) => {
    const form = new FormData();
    form.set('identifier', identifier);
    form.set('connector_id', connector);
    form.set('function', 'upload');
    form.set('file', file, file.name);
    return api.upload<Uploaded>('/connector/call', form, { onProgress, signal });
  },
  configure: (identifier: Id, config: ImportConfig, signal: AbortSignal) =>
    api.post<Proposal>('/connector/config-table', { connector_id: connector, identifier, config }, { signal }),
  start: (
    identifier: Id,
    label: string,
    fields: readonly FieldChoice[],
    {
      label: _label,
      fields: _fields,
      primaryKey = null,
      ...layout
    }: Omit<ImportConfig, 'primaryKey'> & { readonly primaryKey?: string | null },
  ) =>
    api.post<{ readonly operationId: Id; readonly tableId: Id }>('/connector/import-table', {
      connector_id: connector,
      identifier,
      table_import_configs: [
        {
          label,
          fields,
          config: { ...layout, object: null, isRunAutomations: true, type: 'import_create_structure', primaryKey },
        },
      ],
    }),
  stopReading: (identifier: Id) => api.post<{ readonly stopped: boolean }>('/connector/reading/stop', { identifier }),
  resume: (identifier: Id) => api.get<Resumed>('/connector/imports', { query: { identifier } }),
  state: (operationId: Id, signal?: AbortSignal) =>
    api.get<ImportState>(`/connector/imports/${operationId}`, signal ? { signal } : {}),
  cancel: (operationId: Id) => api.post<ImportState>(`/connector/imports/${operationId}/cancel`),
  previewUndo: (operationId: Id) => api.post<UndoPreview>(`/v3/undo/${operationId}`, { preview: true }),
  undo: (operationId: Id, conflicts?: 'skip' | 'overwrite') =>
    api.post<UndoPreview>(`/v3/undo/${operationId}`, conflicts ? { conflicts } : {}),
};
