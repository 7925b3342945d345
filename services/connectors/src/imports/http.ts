import { fieldType } from '@tessera/fields';
import { fold, newId, type Actor } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { can, everyRow, requireRight, userOf } from '@tessera/proto/rights';
import { setAside } from '@tessera/shared-state/operations';
import type { Directory, Facts } from '../access/directory.ts';
import type { Into, Tables } from '../access/tables.ts';
import type { Limits } from '../config.ts';
import type { LayoutChoices } from '../csv/analyse.ts';
import type { Encoding } from '../csv/encoding.ts';
import { previewRows, type ConvertPlan } from '../csv/convert.ts';
import { dialectOf, FileError, maxColumns, type Source } from '../csv/reader.ts';
import type { ConnectorsEvent, Plan } from '../events.ts';
import type { Handles } from '../upload/handles.ts';
import type { Analysis } from '../csv/analyse.ts';
import type { Upload } from '../upload/handles.ts';
import type { Analyses, Checked } from './analyses.ts';
import { withLinkedRows, type Means } from './linked.ts';
import { intoPlans, matchInto, requireFilling, type IntoColumn } from './into.ts';
import { makeIntoPlan, makePlan } from './plan.ts';
import type { ImportDocument } from './projection.ts';
import { planOf, proposeColumns, type OnMisfit, type ProposedColumn } from './propose.ts';
import { requireDecided, requireKept } from './kept.ts';
import type { Runner } from './runner.ts';
import { changedIn, refusedOf, shownColumn, shownTable, withChecked } from './shown.ts';
import {
  configAnswer,
  configBody,
  connectorId,
  id,
  importAnswer,
  importBody,
  importReport,
  type ConfigBody,
} from './schemas.ts';
import { requireSource, type Wizards } from './wizards.ts';
import { invalid, notFound, ofColumns, refuses, rejection } from '../refusals.ts';

export type ImportParts = {
  readonly ports: ServicePorts<ConnectorsEvent>;
  readonly limits: Limits;
  readonly handles: Handles;
  readonly analyses: Analyses;
  readonly directory: Directory;
  readonly tables: Tables;
  readonly runner: Runner;
  readonly wizards: Wizards;
};

/**
 * A file that cannot be read is the caller's to change: its code and sentence, titled 'Review your spreadsheet/csv'. A
 * reader that died is not: the next one is another.
 */
const asRejection = (error: unknown): unknown =>
  error instanceof FileError && error.code === 'reader_died'
    ? rejection('unavailable', 'connectors.reader_died', error.message)
    : error instanceof FileError
      ? invalid(error.code === 'file_gone' ? 'connectors.file_gone' : 'review_spreadsheet', error.message, {
          reason: error.code,
          ...(error.row === undefined ? {} : { row: error.row }),
        })
      : error;

/** Imports that a list is made from. */
const mostHistory = 10_000;

const layoutChoicesOf = (
  source: Source,
  config: {
    readonly delimiter?: string | undefined;
    readonly encoding?: string | undefined;
    readonly plainQuotes?: boolean | undefined;
    readonly headerRow?: number | undefined;
    readonly sheetIndex?: number | null | undefined;
    readonly fillMerged?: boolean | undefined;
  },
): LayoutChoices => ({
  delimiter: config.delimiter,
  encoding: config.encoding as Encoding | undefined,
  plainQuotes: config.plainQuotes,
  headerRow: config.headerRow,
  ...(source === 'excel' ? { source, sheetIndex: config.sheetIndex ?? undefined, fillMerged: config.fillMerged } : {}),
  ...(source === 'json' ? { source } : {}),
});

const labelOf = (fileName: string): string => {
  const words =
    fileName
      .replace(/\.[a-z0-9]{1,5}$/i, '')
      .replace(/[_\s]+/g, ' ')
      .trim() || 'Imported table';
  return words.slice(0, 45).trim();
};

const noBook = { sheets: [], formulas: 0, unsaid: 0, merged: 0, tall: 0 };

/** A new table is named after its file, or of a workbook with several tables after its sheet. */
const nameOf = (fileName: string, { book, layout }: Analysis): string => {
  const tables = book?.sheets.filter((sheet) => sheet.rows > 0) ?? [];
  const sheet = tables.find((one) => one.index === layout.sheetIndex);
  return tables.length > 1 && sheet !== undefined ? sheet.name.trim().slice(0, 45).trim() : labelOf(fileName);
};

/** The table that a file shall go into; undefined for a new one. Throws `imports.object`, `imports.on_misfit`. */
const targetOf = ({
  type,
  object,
  primaryKey,
  onMisfit,
}: {
  readonly type?: 'import_create_structure' | 'import_only' | undefined;
  readonly object?: string | null | undefined;
  readonly primaryKey?: string | null | undefined;
  readonly onMisfit?: OnMisfit | undefined;
}): string | undefined => {
  if ((type === 'import_only') !== (typeof object === 'string')) throw invalid('imports.object');
  if (type === 'import_only' && typeof primaryKey === 'string')
    throw invalid(
      'imports.key',
      'An import into an existing table takes no key: its fields say which values are unique.',
    );
  if (type === 'import_only' && onMisfit === 'text') throw invalid('imports.on_misfit');
  return object ?? undefined;
};

const requireTarget = (actor: Actor, object: string | undefined): void => {
  if (object === undefined) requireRight(actor, 'imports.create');
  else requireRight(actor, 'imports.fill', object);
};

export const importRoutes = ({
  ports,
  limits,
  handles,
  analyses,
  directory,
  tables,
  runner,
  wizards,
}: ImportParts): RouteSet => {
  const { documents } = ports;
  const organizationOf = (actor: Actor): string => actor.organizationId;

  const shown = async (actor: Actor, document: ImportDocument) => {
    const progress =
      document.state === 'running' ? await runner.progress(organizationOf(actor), document.id) : undefined;
    const waits = document.state === 'running' && (await runner.waits(document.id));
    return {
      operationId: document.id,
      identifier: document.identifier,
      state: document.state,
      done: Math.max(document.done, progress?.done ?? 0),
      total: document.total,
      misfits: Math.max(document.misfits, progress?.misfits ?? 0),
      leftOut: Math.max(document.leftOut, progress?.leftOut ?? 0),
      into: document.into,
      fields: document.fields,
      tableId: document.tableId,
      label: document.label,
      fileName: document.fileName,
      userId: document.userId,
      mayStop: can(actor, 'imports.cancel', document.userId).allow,
      startedAt: new Date(document.startedAt).toISOString(),
      endedAt: document.endedAt === 0 ? null : new Date(document.endedAt).toISOString(),
      error: waits ? setAside : document.error,
      tableGone: document.tableGone,
    };
  };
  /** What an import counts is of every record. */
  const seesAll = (actor: Actor, tableId: string): boolean => {
    const { allow, rowPredicate } = can(actor, 'tables.view', tableId);
    return allow && rowPredicate === everyRow;
  };
  /** Its maker, administrators, and whoever may read the table that it went into with all of its records. */
  const mayRead = (actor: Actor, { userId, tableId, tableGone }: ImportDocument): boolean =>
    can(actor, 'imports.read', userId).allow || (tableId !== '' && !tableGone && seesAll(actor, tableId));

  const find = async (
    actor: Actor,
    operationId: string,
    may: (document: ImportDocument) => boolean,
  ): Promise<ImportDocument> => {
    const document = await documents.get<ImportDocument>(organizationOf(actor), 'imports', operationId);
    if (document === undefined || !may(document)) throw notFound('imports.not_found');
    return document;
  };

  /** What a file lost: values and headers that are not in the table are for those alone who may see the file. */
  const reportFor = (actor: Actor, { report, userId, tableId }: ImportDocument): ImportDocument['report'] => {
    if (can(actor, 'imports.read', userId).allow) return report;
    const all = can(actor, 'records.read', tableId).fieldMask === 'all';
    return {
      ...report,
      newFields: all ? report.newFields : [],
      losses: all ? report.losses.map((loss) => ({ ...loss, examples: [] })) : [],
      leftColumns: [],
    };
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
    const dialect = dialectOf(layout);
    return {
      key: column.key,
      ...(await analyses.duplicates(
        upload,
        { dialect, headerRow: layout.headerRow, rows, timezone: facts.timezone, columns: [planOf(column, column.key)] },
        facts,
      )),
    };
  };

  const meansFor =
    (actor: Actor): Means =>
    (tableId, texts) =>
      tables.means(actor, tableId, texts);

  /** What a file would come to in a table, by the code that imports it. */
  const checkInto = (
    {
      upload,
      analysis: { layout },
      into,
      columns,
      leaveOutTotals,
      facts,
      asker,
    }: {
      readonly upload: Upload;
      readonly analysis: Analysis;
      readonly into: Into;
      readonly columns: readonly IntoColumn[];
      readonly leaveOutTotals: boolean;
      readonly facts: Facts;
      readonly asker: { readonly actor: Actor; readonly identifier: string };
    },
    begins?: { readonly mayBeShown: boolean },
  ): Promise<Checked> => {
    const rows = layout.rows - (leaveOutTotals && layout.totalsRow !== undefined ? 1 : 0);
    const dialect = dialectOf(layout);
    const { headerRow } = layout;
    const plan = { dialect, headerRow, rows, timezone: facts.timezone, columns: intoPlans(columns) };
    const asking = {
      taken: (fieldId: string, keys: readonly string[]) => tables.taken(asker.actor, into.id, fieldId, keys),
      means: meansFor(asker.actor),
    };
    return begins
      ? analyses.checkToBegin(upload, plan, facts, asking, asker, begins.mayBeShown)
      : analyses.check(upload, plan, facts, asking, asker);
  };

  type Wanted = z.output<typeof importBody>['table_import_configs'][number];
  type Common = Omit<Parameters<typeof makePlan>[0], 'label' | 'columns' | 'primaryKey'>;

  const planNew = async (wanted: Wanted, common: Common, facts: Facts): Promise<Plan> => {
    const { upload, analysis, leaveOutTotals } = common;
    const listed = new Set(wanted.fields.map((field) => field.key));
    const onMisfit = wanted.config.onMisfit ?? 'error';
    const columns = proposeColumns(analysis, facts, wanted.fields, leaveOutTotals, onMisfit).filter((column) =>
      listed.has(column.key),
    );
    requireDecided(columns, wanted.fields);
    const primaryKey = wanted.config.primaryKey ?? undefined;
    const plan = makePlan({ ...common, label: wanted.label, columns, primaryKey });
    if (onMisfit !== 'empty') requireKept(columns);
    const key = await keyOf(upload, analysis, columns, primaryKey, leaveOutTotals, facts);
    if (key !== null && key.repeated > 0) {
      throw rejection(
        'unprocessable',
        'imports.key_repeated',
        `${key.repeated} rows have a value that an earlier row has: they cannot be told apart by this column.`,
        key,
      );
    }
    return plan;
  };

  const planInto = async (
    wanted: Wanted,
    common: Common,
    into: Into,
    facts: Facts,
    asker: { readonly actor: Actor; readonly identifier: string },
  ): Promise<Plan> => {
    const listed = new Set(wanted.fields.map((field) => field.key));
    const columns = matchInto(common.analysis, facts, into, wanted.fields, () => newId()).filter((column) =>
      listed.has(column.key),
    );
    requireFilling(into, columns, wanted.fields);
    requireDecided(columns, wanted.fields);
    const leaveOut = wanted.config.leaveOut === true;
    const keeps = wanted.config.onMisfit !== 'empty';
    // Where nothing can be refused, what the wizard has just shown tells enough.
    const checked = await checkInto({ ...common, into, columns, facts, asker }, { mayBeShown: !keeps && leaveOut });
    const found = withChecked(columns, checked);
    const names = new Map(columns.flatMap(({ field }) => (field === undefined ? [] : [[field.id, field.name]])));
    const refused = refusedOf(checked).map((one) => ({ ...one, name: names.get(one.field) ?? '' }));
    const plan = makeIntoPlan({ ...common, into, columns: found, leaveOut, refused });
    if (keeps) requireKept(found);
    if (checked.leftOut > 0 && !leaveOut)
      throw rejection(
        'unprocessable',
        'imports.rows_refused',
        `${checked.leftOut} rows cannot be added: required or unique fields of the table refuse them.`,
        { leftOut: checked.leftOut, refused: refusedOf(checked) },
      );
    return plan;
  };

  return [
    route({
      method: 'post',
      path: '/connector/reading/stop',
      tag: 'connectors',
      summary: 'Stop reading a file',
      description: 'Stops the analysis of an uploaded file. Nothing was imported yet.',
      access: 'api',
      allows: 'imports.begin',
      body: z.strictObject({ identifier: id }),
      refuses: refuses('object_not_found'),
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
      summary: 'Start an import',
      description:
        'The first of four calls: begin, upload, configure, import. `object` names a table to add records to.',
      access: 'api',
      allows: 'imports.begin',
      body: z.strictObject({ connector_id: connectorId, object: id.optional() }),
      refuses: refuses('connectors.forbidden', 'imports.fill_forbidden', 'object_not_found'),
      responses: {
        200: z.strictObject({
          identifier: z.string(),
          limits: z.strictObject({ bytes: z.number(), rows: z.number(), columns: z.number() }),
        }),
      },
      handle: async ({ actor, body }) => {
        requireTarget(actor, body.object);
        requireSource(body.connector_id);
        const identifier = newId();
        await wizards.begin(actor, identifier, body.object);
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
      description:
        'Reads the whole file and proposes a type for each column, with how many values fit. Call it again with corrections; nothing is written.',
      access: 'api',
      allows: 'imports.begin',
      cost: 5,
      bodyLimit: 8 * 1024 * 1024,
      body: configBody,
      refuses: ofColumns,
      responses: { 200: configAnswer },
      handle: async ({ actor, body }) => {
        const object = targetOf(body.config);
        requireTarget(actor, object);
        const source = requireSource(body.connector_id);
        await wizards.require(actor, body.identifier);
        const upload = await handles.read(body.config.filePath, actor);
        try {
          const into = object === undefined ? undefined : await tables.open(actor, object);
          const facts = await directory.facts(actor);
          // Remembered before the file is read, so that a reload in the meantime goes on with it.
          await wizards.remember(actor, body.identifier, body.config);
          const analysis = await analyses.of(upload, layoutChoicesOf(source, body.config), facts, {
            actor,
            identifier: body.identifier,
          });
          const matched = into && matchInto(analysis, facts, into, body.config.fields, (key) => `new ${key}`);
          const leaveOutTotals = body.config.leaveOutTotals === true;
          const { fields: choices, onMisfit } = body.config;
          const proposed = matched ?? proposeColumns(analysis, facts, choices, leaveOutTotals, onMisfit);
          const asker = { actor, identifier: body.identifier };
          const checked =
            into &&
            matched &&
            (await checkInto({ upload, analysis, into, columns: matched, leaveOutTotals, facts, asker }));
          const columns = matched && checked ? withChecked(matched, checked) : proposed;
          const { layout } = analysis;
          const plan: ConvertPlan = {
            dialect: layout,
            headerRow: layout.headerRow,
            rows: layout.rows,
            timezone: facts.timezone,
            columns: columns.filter((column) => !column.deleted).map((column) => planOf(column, column.key)),
          };
          const users = new Map(facts.users);
          const known = await withLinkedRows(analysis.preview, plan, meansFor(actor));
          const records = previewRows(analysis.preview, known, (text) => users.get(fold(text)));
          const key = into
            ? null
            : await keyOf(upload, analysis, columns, body.config.primaryKey, leaveOutTotals, facts);
          const { header: _header, headerSure, escapes, source: _source, sheetIndex, ...shownLayout } = layout;
          const { sheets, formulas, unsaid, merged, tall } = analysis.book ?? noBook;
          return {
            body: {
              sheets: sheets.map((sheet) => ({ ...sheet })),
              layout: {
                ...shownLayout,
                source,
                sheetIndex: sheetIndex ?? null,
                formulas,
                unsaid,
                merged,
                tall,
                fillMerged: layout.fillMerged === true,
                escapes: escapes === true,
                header: headerSure ? ('sure' as const) : ('unsure' as const),
                totalsRow: layout.totalsRow ?? null,
              },
              fields: columns.map((column, at) => shownColumn(column, matched?.[at])),
              changed: changedIn(columns),
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
              label: into?.label ?? body.config.label ?? nameOf(upload.name, analysis),
              object_id: into?.id ?? null,
              table: into && matched && checked ? shownTable(into, matched, checked) : null,
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
      summary: 'Import a file into a new table, or add its records to one that is there',
      description:
        'Starts the import as an operation and answers at once. Follow it with `GET /connector/imports/{operationId}`; undo it with `POST /v3/undo/{id}`.',
      access: 'api',
      allows: 'imports.begin',
      cost: 20,
      bodyLimit: 8 * 1024 * 1024,
      body: importBody,
      refuses: [
        ...ofColumns,
        ...refuses(
          'imports.exists',
          'imports.on_misfit',
          'imports.ambiguous',
          'imports.field_twice',
          'imports.fields_forbidden',
          'imports.key',
          'imports.key_repeated',
          'imports.label_required',
          'imports.label_too_long',
          'imports.misfits',
          'imports.name_taken',
          'imports.name_too_long',
          'imports.no_fields',
          'imports.options_forbidden',
          'imports.required_unfilled',
          'imports.rows_refused',
          'imports.too_many_rows',
          'imports.unknown_field',
        ),
      ],
      responses: { 202: z.strictObject({ operationId: z.string(), tableId: z.string() }) },
      handle: async ({ actor, body, meta }) => {
        const [wanted] = body.table_import_configs as [(typeof body.table_import_configs)[number]];
        const object = targetOf(wanted.config);
        requireTarget(actor, object);
        const source = requireSource(body.connector_id);
        await wizards.require(actor, body.identifier);
        const upload = await handles.read(wanted.config.filePath, actor);
        try {
          const into = object === undefined ? undefined : await tables.open(actor, object);
          const facts = await directory.facts(actor);
          const asker = { actor, identifier: body.identifier };
          const analysis = await analyses.of(upload, layoutChoicesOf(source, wanted.config), facts, asker);
          const operationId = newId();
          const common = {
            operationId,
            identifier: body.identifier,
            userId: userOf(actor),
            upload,
            analysis,
            leaveOutTotals: wanted.config.leaveOutTotals ?? false,
            runAutomations: wanted.config.isRunAutomations ?? true,
            timezone: facts.timezone,
            maxRows: limits.importRows,
            refuseMisfits: wanted.config.onMisfit !== 'empty',
          };
          const plan = await (into === undefined
            ? planNew(wanted, common, facts)
            : planInto(wanted, common, into, facts, asker));
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
      summary: 'How far an import is, and what of its file it left out',
      description: 'State, rows done and left out, and why an import failed.',
      access: 'api',
      allows: 'imports.read',
      params: z.strictObject({ operationId: id }),
      refuses: refuses('imports.not_found'),
      responses: { 200: importReport },
      handle: async ({ actor, params }) => {
        const document = await find(actor, params.operationId, (one) => mayRead(actor, one));
        return { body: { ...(await shown(actor, document)), report: reportFor(actor, document) } };
      },
    }),
    route({
      method: 'get',
      path: '/connector/import-history',
      tag: 'connectors',
      summary: 'Imports that were begun, the newest first: yours, those of a table, or all that you may see',
      description:
        'What each brought and left out. An import is seen by its maker, by administrators, and by whoever may read the table that it went into.',
      access: 'api',
      allows: 'imports.read',
      query: z.strictObject({
        object: id.optional().describe('A table: the imports that made it or added records to it.'),
        scope: z
          .enum(['mine', 'all'])
          .optional()
          .describe('Without `object`: yours (mine, the default), or all of the organization that you may see.'),
        before: z.iso.datetime().optional().describe('Only imports that began before.'),
        limit: z.coerce.number().int().min(1).max(100).optional(),
      }),
      responses: { 200: z.strictObject({ imports: z.array(importAnswer), more: z.boolean() }) },
      handle: async ({ actor, query: { object, scope = 'mine', before, limit = 50 } }) => {
        const where: Readonly<Record<string, string>> =
          object !== undefined ? { tableId: object } : scope === 'mine' ? { userId: userOf(actor) } : {};
        const all = await documents.find<ImportDocument>(organizationOf(actor), 'imports', where, mostHistory);
        const until = before === undefined ? Infinity : Date.parse(before);
        const seen = all
          .filter((one) => one.startedAt < until && mayRead(actor, one))
          .sort((a, b) => b.startedAt - a.startedAt);
        return {
          body: {
            imports: await Promise.all(seen.slice(0, limit).map((document) => shown(actor, document))),
            more: seen.length > limit,
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/connector/imports/{operationId}/cancel',
      tag: 'connectors',
      summary: 'Stop an import and keep the rows that are there',
      description: 'Records that were created stay. Undo removes them.',
      access: 'api',
      allows: 'imports.cancel',
      params: z.strictObject({ operationId: id }),
      refuses: refuses('imports.not_found', 'imports.elsewhere'),
      responses: { 200: importAnswer },
      handle: async ({ actor, params }) => {
        const mayStop = ({ userId }: ImportDocument): boolean => can(actor, 'imports.cancel', userId).allow;
        const document = await find(actor, params.operationId, mayStop);
        if (document.state === 'running' && !(await runner.cancel(actor.organizationId, params.operationId)))
          throw rejection('unavailable', 'imports.elsewhere');
        return { body: await shown(actor, await find(actor, params.operationId, mayStop)) };
      },
    }),
    route({
      method: 'get',
      path: '/connector/imports',
      tag: 'connectors',
      summary: 'What a wizard was told, and its imports',
      description:
        'For a page that is opened again: the answers given so far, and the imports that were started with them.',
      access: 'api',
      allows: 'imports.read',
      query: z.strictObject({ identifier: id }),
      refuses: refuses('object_not_found'),
      responses: {
        200: z.strictObject({
          identifier: z.string(),
          object: z.string().nullable().describe('The table that it was begun for.'),
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
            object: wizard.object ?? null,
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
