import { type Answered, api, type Asked, type Id } from '@tessera/kit';

export type Proposal = Answered<'post_connector_config_table'>;
export type ImportLayout = Proposal['layout'];
export type ImportField = Proposal['fields'][number];
export type ReadAs = ImportField['readAs'];
export type Misfit = ImportField['fit']['misfits'][number];
/** The table that is there and gets the records, and what its rules keep out. */
export type Into = NonNullable<Proposal['table']>;
/** `checklist` is what only the person can know of the file; absent until they said so. */
export type ImportConfig = Asked<'post_connector_config_table'>['config'];
/** What a person chose for a column; what is absent is the file's proposal. */
export type FieldChoice = NonNullable<ImportConfig['fields']>[number];
export type Limits = Answered<'post_connector_identifier'>['limits'];
/** With what of the file did not land as it stood there, where this was asked for one import alone. */
export type ImportState = Answered<'get_connector_import_history'>['imports'][number] &
  Partial<Pick<Answered<'get_connector_imports_operationId'>, 'report'>>;
export type TableName = Answered<'get_tables'>['tables'][number];
export type UndoPreview = Answered<'post_undo_id'>;

export type Connector = ImportLayout['source'];

/** The connector that reads a file, by its name. */
export const connectorOf = (name: string): Connector =>
  /\.xls[mx]$/i.test(name) ? 'excel' : /\.jsonl?$/i.test(name) ? 'json' : 'csv';

/** Everything that the wizard asks of the server. */
export const importApi = {
  begin: (object: Id | null) =>
    api.post('/connector/identifier', { body: { connector_id: 'csv', ...(object === null ? {} : { object }) } }),
  tables: (signal: AbortSignal) => api.get('/v3/tables', { signal }),
  upload: (
    identifier: Id,
    connector: Connector,
    file: File,
    onProgress: (sent: number, total: number) => void,
    signal: AbortSignal,
  ) => {
    const form = new FormData();
    form.set('identifier', identifier);
    form.set('connector_id', connector);
    form.set('function', 'upload');
    form.set('file', file, file.name);
    return api.upload('/connector/call', form, { onProgress, signal });
  },
  configure: (identifier: Id, connector: Connector, config: ImportConfig, signal: AbortSignal) =>
    api.post('/connector/config-table', { body: { connector_id: connector, identifier, config }, signal }),
  start: (
    identifier: Id,
    connector: Connector,
    label: string,
    fields: readonly FieldChoice[],
    {
      label: _label,
      fields: _fields,
      primaryKey = null,
      type = 'import_create_structure',
      object = null,
      ...layout
    }: Omit<ImportConfig, 'primaryKey' | 'object'> & {
      readonly primaryKey?: string | null;
      readonly object?: Id | null;
    },
    onMisfit: 'error' | 'empty',
  ) =>
    api.post('/connector/import-table', {
      body: {
        connector_id: connector,
        identifier,
        table_import_configs: [
          {
            label,
            fields,
            config: {
              ...layout,
              object,
              isRunAutomations: true,
              type,
              primaryKey,
              onMisfit,
              // What is left out was shown, with its rows, before this could be pressed.
              ...(type === 'import_only' ? { leaveOut: true } : {}),
            },
          },
        ],
      },
    }),
  stopReading: (identifier: Id) => api.post('/connector/reading/stop', { body: { identifier } }),
  resume: (identifier: Id) => api.get('/connector/imports', { query: { identifier } }),
  state: (operationId: Id, signal?: AbortSignal) =>
    api.get('/connector/imports/{operationId}', { path: { operationId }, ...(signal ? { signal } : {}) }),
  /** Imports that one may see, the newest first; `before`: those that began before, or '' for the newest. */
  past: (scope: 'all' | 'mine', before: string, signal: AbortSignal) =>
    api.get('/connector/import-history', {
      query: { scope, ...(before === '' ? {} : { before }) },
      signal,
    }),
  cancel: (operationId: Id) => api.post('/connector/imports/{operationId}/cancel', { path: { operationId } }),
  previewUndo: (operationId: Id) => api.post('/v3/undo/{id}', { path: { id: operationId }, body: { preview: true } }),
  undo: (operationId: Id, conflicts?: 'skip' | 'overwrite') =>
    api.post('/v3/undo/{id}', { path: { id: operationId }, body: conflicts ? { conflicts } : {} }),
};
