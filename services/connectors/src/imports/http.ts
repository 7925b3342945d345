import { fieldType } from '@tessera/fields';
import { Rejection, fold, invalid, newId, notFound, type Actor } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import type { Directory, Facts } from '../access/directory.ts';
import type { Limits } from '../config.ts';
import { maxColumns, type Wishes } from '../csv/analyse.ts';
import type { Encoding } from '../csv/encoding.ts';
import { previewRows, type ConvertPlan } from '../csv/convert.ts';
import { FileError } from '../csv/reader.ts';
import type { ConnectorsEvent } from '../events.ts';
import type { Handles } from '../upload/handles.ts';
import type { Analysis } from '../csv/analyse.ts';
import type { Upload } from '../upload/handles.ts';
import type { Analyses } from './analyses.ts';
import { makePlan } from './plan.ts';
import type { ImportDocument } from './projection.ts';
import { planOf, proposeColumns, type ProposedColumn } from './propose.ts';
import { progressBucket, type Progress, type Runner } from './runner.ts';
import { configAnswer, configBody, connectorId, id, importAnswer, importBody, type ConfigBody } from './schemas.ts';
import { requireCsv, type Wizards } from './wizards.ts';

export type ImportParts = {
  readonly ports: ServicePorts<ConnectorsEvent>;
  readonly limits: Limits;
  readonly handles: Handles;
  readonly analyses: Analyses;
  readonly directory: Directory;
  readonly runner: Runner;
  readonly wizards: Wizards;
};

/**
 * A file that cannot be read is the caller's to change: its code and sentence, titled 'Review your spreadsheet/csv'. A
 * reader that died is not: the next one is another.
 */
const asRejection = (error: unknown): unknown =>
  error instanceof FileError && error.code === 'reader_died'
    ? new Rejection('unavailable', 'connectors.reader_died', error.message)
    : error instanceof FileError
      ? invalid(error.code === 'file_gone' ? 'connectors.file_gone' : 'review_spreadsheet', error.message, {
          reason: error.code,
          ...(error.row === undefined ? {} : { row: error.row }),
        })
      : error;

const wishesOf = (config: {
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
  readonly plainQuotes?: boolean | undefined;
  readonly headerRow?: number | undefined;
}): Wishes => ({
  delimiter: config.delimiter,
  encoding: config.encoding as Encoding | undefined,
  plainQuotes: config.plainQuotes,
  headerRow: config.headerRow,
});

const labelOf = (fileName: string): string => {
  const words =
    fileName
      .replace(/\.[a-z0-9]{1,5}$/i, '')
      .replace(/[_\s]+/g, ' ')
      .trim() || 'Imported table';
  return words.slice(0, 45).trim();
};

export const importRoutes = ({
  ports,
  limits,
  handles,
  analyses,
  directory,
  runner,
  wizards,
}: ImportParts): RouteSet => {
  const { documents, state } = ports;
  const organizationOf = (actor: Actor): string => actor.organizationId;

  const shown = async (actor: Actor, document: ImportDocument) => {
    const progress =
      document.state === 'running'
        ? await state.get<Progress>(organizationOf(actor), progressBucket, document.id)
        : undefined;
    return {
      operationId: document.id,
      identifier: document.identifier,
      state: document.state,
      done: Math.max(document.done, progress?.done ?? 0),
      total: document.total,
      misfits: Math.max(document.misfits, progress?.misfits ?? 0),
      fields: document.fields,
      tableId: document.tableId,
      label: document.label,
      fileName: document.fileName,
      startedAt: new Date(document.startedAt).toISOString(),
      endedAt: document.endedAt === 0 ? null : new Date(document.endedAt).toISOString(),
      error: document.error,
      tableGone: document.tableGone,
    };
  };
  const find = async (
    actor: Actor,
    operationId: string,
    action: 'imports.read' | 'imports.cancel',
  ): Promise<ImportDocument> => {
    const document = await documents.get<ImportDocument>(organizationOf(actor), 'imports', operationId);
    if (document === undefined || !can(actor, action, document.userId).allow)
      throw notFound('imports.not_found', 'There is no such import.');
    return document;
  };

  /**
   * What stands in the way of telling records apart by a column; null where none was chosen or it cannot be one, which
   * is refused when the import begins.
   */
  const keyOf = async (
    upload: Upload,
    analysis: Analysis,
    columns: readonly ProposedColumn[],
    key: string | null | undefined,
    leaveOutTotals: boolean,
    facts: Facts,
  ) => {
    const column = columns.find((one) => one.key === key && !one.deleted);
    if (column === undefined || fieldType(column.type)?.keyable !== true) return null;
    const { layout } = analysis;
    const rows = layout.rows - (leaveOutTotals && layout.totalsRow !== undefined ? 1 : 0);
    const dialect = { delimiter: layout.delimiter, encoding: layout.encoding, plainQuotes: layout.plainQuotes };
    return {
      key: column.key,
      ...(await analyses.duplicates(
        upload,
        { dialect, headerRow: layout.headerRow, rows, timezone: facts.timezone, columns: [planOf(column, column.key)] },
        facts,
      )),
    };
  };

  return [
    route({
      method: 'post',
      path: '/connector/reading/stop',
      tag: 'connectors',
      summary: 'Stop reading a file',
      access: 'api',
      allows: 'imports.create',
      body: z.strictObject({ identifier: id }),
      responses: { 200: z.strictObject({ stopped: z.boolean() }) },
      handle: async ({ actor, body }) => {
        await wizards.require(actor, body.identifier);
        return { body: { stopped: analyses.stop(body.identifier) } };
      },
    }),
    route({
      method: 'post',
      path: '/connector/identifier',
      tag: 'connectors',
      summary: 'Begin an import',
      access: 'api',
      allows: 'imports.create',
      body: z.strictObject({ connector_id: connectorId }),
      responses: {
        200: z.strictObject({
          identifier: z.string(),
          limits: z.strictObject({ bytes: z.number(), rows: z.number(), columns: z.number() }),
        }),
      },
      handle: async ({ actor, body }) => {
        requireRight(actor, 'imports.create');
        requireCsv(body.connector_id);
        const identifier = newId();
        await wizards.begin(actor, identifier);
        return {
          body: { identifier, limits: { bytes: limits.uploadBytes, rows: limits.importRows, columns: maxColumns } },
        };
      },
    }),
    route({
      method: 'post',
      path: '/connector/config-table',
      tag: 'connectors',
      summary: 'How a file would land: layout, fields with their fit, the first rows',
      access: 'api',
      allows: 'imports.create',
      cost: 5,
      bodyLimit: 8 * 1024 * 1024,
      body: configBody,
      responses: { 200: configAnswer },
      handle: async ({ actor, body }) => {
        requireRight(actor, 'imports.create');
        requireCsv(body.connector_id);
        await wizards.require(actor, body.identifier);
        const upload = await handles.read(body.config.filePath, actor);
        try {
          const facts = await directory.facts(actor);
          // Remembered before the file is read, so that a reload in the meantime goes on with it.
          await wizards.remember(actor, body.identifier, body.config);
          const analysis = await analyses.of(upload, wishesOf(body.config), facts, {
            actor,
            identifier: body.identifier,
          });
          const columns = proposeColumns(analysis, facts, body.config.fields);
          const { layout } = analysis;
          const plan: ConvertPlan = {
            dialect: layout,
            headerRow: layout.headerRow,
            rows: layout.rows,
            timezone: facts.timezone,
            columns: columns.filter((column) => !column.deleted).map((column) => planOf(column, column.key)),
          };
          const users = new Map(facts.users);
          const records = previewRows(analysis.preview, plan, (text) => users.get(fold(text)));
          const key = await keyOf(
            upload,
            analysis,
            columns,
            body.config.primaryKey,
            body.config.leaveOutTotals === true,
            facts,
          );
          const { header: _header, ...shownLayout } = layout;
          return {
            body: {
              layout: { ...shownLayout, totalsRow: layout.totalsRow ?? null },
              fields: columns.map(
                ({
                  key,
                  name,
                  source,
                  type,
                  proposedType,
                  props,
                  readAs,
                  deleted,
                  fit,
                  ambiguous,
                  samples,
                  replacements,
                }) => ({
                  key,
                  name,
                  header: source.header,
                  nameProblem: source.problem ?? null,
                  type,
                  proposedType,
                  props,
                  readAs,
                  deleted,
                  fit,
                  ambiguous: ambiguous ?? null,
                  samples,
                  replacements,
                }),
              ),
              records,
              key,
              warnings:
                layout.columns >= 100
                  ? [
                      {
                        code: 'many_columns',
                        message:
                          'This import has many columns! We recommend splitting it into more tables and relating them.',
                      },
                    ]
                  : [],
              label: body.config.label ?? labelOf(upload.name),
              object_id: null,
            },
          };
        } catch (error) {
          throw asRejection(error);
        }
      },
    }),
    route({
      method: 'post',
      path: '/connector/import-table',
      tag: 'connectors',
      summary: 'Import a file into a new table',
      access: 'api',
      allows: 'imports.create',
      cost: 20,
      bodyLimit: 8 * 1024 * 1024,
      body: importBody,
      responses: { 202: z.strictObject({ operationId: z.string(), tableId: z.string() }) },
      handle: async ({ actor, body, meta }) => {
        requireRight(actor, 'imports.create');
        requireCsv(body.connector_id);
        await wizards.require(actor, body.identifier);
        const [wanted] = body.table_import_configs as [(typeof body.table_import_configs)[number]];
        const upload = await handles.read(wanted.config.filePath, actor);
        try {
          const facts = await directory.facts(actor);
          const analysis = await analyses.of(upload, wishesOf(wanted.config), facts, {
            actor,
            identifier: body.identifier,
          });
          const listed = new Set(wanted.fields.map((field) => field.key));
          const columns = proposeColumns(analysis, facts, wanted.fields).filter((column) => listed.has(column.key));
          const operationId = newId();
          const plan = makePlan({
            operationId,
            identifier: body.identifier,
            userId: userOf(actor),
            label: wanted.label,
            upload,
            analysis,
            columns,
            primaryKey: wanted.config.primaryKey ?? undefined,
            leaveOutTotals: wanted.config.leaveOutTotals ?? false,
            runAutomations: wanted.config.isRunAutomations ?? true,
            timezone: facts.timezone,
            maxRows: limits.importRows,
          });
          const key = await keyOf(
            upload,
            analysis,
            columns,
            wanted.config.primaryKey,
            wanted.config.leaveOutTotals === true,
            facts,
          );
          if (key !== null && key.repeated > 0) {
            throw new Rejection(
              'unprocessable',
              'imports.key_repeated',
              `${key.repeated} rows have a value that an earlier row has: they cannot be told apart by this column.`,
              key,
            );
          }
          const { tableId, commitId } = await runner.start(plan, meta);
          return {
            status: 202,
            headers: {
              'tessera-operation': operationId,
              ...(commitId === undefined ? {} : { 'tessera-commit': commitId }),
            },
            body: { operationId, tableId },
          };
        } catch (error) {
          throw asRejection(error);
        }
      },
    }),
    route({
      method: 'get',
      path: '/connector/imports/{operationId}',
      tag: 'connectors',
      summary: 'How far an import is',
      access: 'api',
      allows: 'imports.read',
      params: z.strictObject({ operationId: id }),
      responses: { 200: importAnswer },
      handle: async ({ actor, params }) => ({
        body: await shown(actor, await find(actor, params.operationId, 'imports.read')),
      }),
    }),
    route({
      method: 'post',
      path: '/connector/imports/{operationId}/cancel',
      tag: 'connectors',
      summary: 'Stop an import and keep the rows that are there',
      access: 'api',
      allows: 'imports.cancel',
      params: z.strictObject({ operationId: id }),
      responses: { 200: importAnswer },
      handle: async ({ actor, params }) => {
        const document = await find(actor, params.operationId, 'imports.cancel');
        if (document.state === 'running' && !(await runner.cancel(actor.organizationId, params.operationId)))
          throw new Rejection(
            'unavailable',
            'imports.elsewhere',
            'This import cannot be stopped from here at the moment. Try again.',
          );
        return { body: await shown(actor, await find(actor, params.operationId, 'imports.read')) };
      },
    }),
    route({
      method: 'get',
      path: '/connector/imports',
      tag: 'connectors',
      summary: 'What a wizard was told, and its imports',
      access: 'api',
      allows: 'imports.read',
      query: z.strictObject({ identifier: id }),
      responses: {
        200: z.strictObject({
          identifier: z.string(),
          file: z.strictObject({ filePath: z.string(), name: z.string(), size: z.number() }).nullable(),
          config: configBody.shape.config.nullable(),
          imports: z.array(importAnswer),
          reading: z.strictObject({ rows: z.number() }).nullable(),
        }),
      },
      handle: async ({ actor, query }) => {
        const wizard = await wizards.require(actor, query.identifier);
        const all = await documents.find<ImportDocument>(
          organizationOf(actor),
          'imports',
          { identifier: query.identifier },
          20,
        );
        const rows = analyses.reading(query.identifier);
        const mine = all.filter((document) => can(actor, 'imports.read', document.userId).allow);
        return {
          body: {
            identifier: query.identifier,
            file: wizard.file ?? null,
            config: (wizard.config as ConfigBody['config'] | undefined) ?? null,
            imports: await Promise.all(mine.map((document) => shown(actor, document))),
            reading: rows === undefined ? null : { rows },
          },
        };
      },
    }),
  ];
};
