import { isId, read } from '@tessera/kernel';
import { can, maskAllows, type Grant } from '@tessera/proto/rights';
import { refuse, requireGrant } from '../access/require.ts';
import { rulesJson } from '../conditionals/rules.ts';
import { labelCandidate } from '../definitions/decide.ts';
import { checkName } from '../definitions/fields.ts';
import {
  answerTable,
  loadDefinition,
  onTable,
  type Definition,
  type DefinitionAnswer,
  type Handler,
  type Matching,
} from '../definitions/handler.ts';
import { fieldToMessage, viewToMessage } from '../definitions/mapper.ts';
import { linkProps, schemaOf, unsettled } from '../definitions/schema.ts';
import { tableStale } from '../definitions/stale.ts';
import { tableForms, type FieldState, type TableState } from '../definitions/state.ts';
import { typeOf } from '../definitions/types.ts';
import { tableStream, type EventOf, type TablesEvent } from '../events.ts';
import { makeLink, otherAdded, ownsLinks } from '../links/definitions.ts';
import { conflict, invalid, rejection } from '../refusals.ts';
import { stageOf } from '../stays/stage.ts';
import type { StreamedView } from '../views/evolve.ts';
import { mergeViews } from '../views/list.ts';

export type DuplicateTable = {
  /** The one that is duplicated. */
  readonly tableId: string;
  readonly copyId: string;
  /** Without it: the label with "(copy)" behind it. */
  readonly label?: string | undefined;
} & Matching;

type Loaded = {
  readonly source: Definition;
  readonly copy: Definition;
  readonly views: readonly StreamedView[];
  /** The tables that its links lead to, by id. */
  readonly targets: ReadonlyMap<string, Definition>;
};

const mostViews = 1_000;
const longestLabel = 255;
const behind = ' (copy)';
const copyLabel = (label: string): string => `${label.slice(0, longestLabel - behind.length)}${behind}`;

/** The link field that a field goes along, of one that does. */
const linkOf = ({ props }: FieldState): string | undefined => (props as { readonly linkFieldId?: string }).linkFieldId;

type Copied = {
  readonly fields: readonly FieldState[];
  /** What links add to the tables that they lead to, by their ids. */
  readonly others: ReadonlyMap<string, readonly TablesEvent[]>;
};

/**
 * The fields of a copy. They keep their ids, which are of their table alone, so that formulas, views and forms mean the
 * same. Left out are those that the actor may not see, the other sides of links, what tells the time in a choice that is
 * left out, and what goes along a link that is left out: one that leads to where the actor may not read. The other side
 * of a copied link is hidden in the table it leads to.
 */
const copyFields = (
  source: TableState,
  copy: { readonly id: string; readonly label: string },
  grant: Grant,
  targets: ReadonlyMap<string, Definition>,
  env: { readonly actor: Parameters<typeof makeLink>[0]; readonly newId: () => string },
): Copied => {
  const made: FieldState[] = [];
  const others = new Map<string, TablesEvent[]>();
  const states = new Map([...targets].map(([id, { state }]) => [id, state]));
  const numbered = (field: FieldState): FieldState => ({ ...field, number: made.length + 1 });

  const copyLink = (field: FieldState): void => {
    const { tableId, multiple, other, pickerFields } = linkProps(field);
    const own = tableId === source.id;
    const otherEnd = source.fields.find((one) => linkProps(one).ofFieldId === field.id);
    const target = states.get(tableId);
    const table = { ...copy, fields: made, lastNumber: made.length };
    if (!own && (target === undefined || target.archived || !can(env.actor, 'records.read', tableId).allow)) return;
    const link = makeLink(
      env.actor,
      table,
      target,
      {
        id: field.id,
        name: field.name,
        type: field.type,
        description: field.description,
        required: field.required,
        props: {
          tableId: own ? copy.id : tableId,
          multiple,
          ...(pickerFields !== undefined && { pickerFields }),
          other: own
            ? { ...other, ...(otherEnd !== undefined && { name: otherEnd.name }) }
            : { ...other, shown: false, writable: false },
        } as object,
      },
      env.newId,
    );
    made.push(link.field);
    if (own) {
      made.push(link.other);
      return;
    }
    const { otherTable } = link;
    states.set(otherTable.id, {
      ...otherTable,
      fields: [...otherTable.fields, link.other],
      lastNumber: otherTable.lastNumber + 1,
    });
    others.set(otherTable.id, [...(others.get(otherTable.id) ?? []), otherAdded(link)]);
  };

  for (const field of source.fields) {
    const type = typeOf(field.type);
    if (!maskAllows(grant.fieldMask, field.id) || type?.links === 'other') continue;
    if (ownsLinks(field.type)) copyLink(field);
    else made.push(numbered({ ...field, generation: 1, uniqueEpoch: 0 }));
  }
  const kept = new Set(made.map(({ id }) => id));
  const fields = made.filter((field) => {
    const along = linkOf(field);
    const stage = stageOf(field);
    if (stage !== undefined) return kept.has(stage.fieldId);
    return along === undefined || typeOf(field.type)?.links !== undefined || kept.has(along);
  });
  return { fields: fields.map((field, at) => ({ ...field, number: at + 1 })), others };
};

/** A table like another one, without its records. */
export const duplicateTable: Handler<DuplicateTable, Loaded, DefinitionAnswer> = {
  *load({ tableId, copyId }) {
    const source = yield* loadDefinition(tableId);
    const targets = new Map<string, Definition>();
    for (const field of source.state?.fields ?? []) {
      const target = ownsLinks(field.type) ? linkProps(field).tableId : tableId;
      if (target !== tableId && !targets.has(target)) targets.set(target, yield* loadDefinition(target));
    }
    return {
      source,
      copy: yield* loadDefinition(copyId),
      views: yield* read.documents<StreamedView>('views', { shared: tableId }, mostViews),
      targets,
    };
  },
  decide: ({ copyId, label, ifMatch }, { source, copy, views, targets }, { meta, newId }) => {
    if (!can(meta.actor, 'tables.create').allow) throw refuse('tables.create');
    const { table, grant } = requireGrant(meta.actor, 'records.read', source.state);
    if (ifMatch !== undefined && ifMatch !== source.version) throw tableStale(source.version);
    if (!isId(copyId)) throw invalid('tables.id_invalid');
    if (copy.version > 0) throw conflict('tables.exists');
    const converting = schemaOf(table).fields.find((field) => unsettled(field) || field.next !== undefined);
    if (converting !== undefined)
      throw rejection(
        'unavailable',
        'fields.converting',
        `"${converting.name}" is being converted: try again in a moment.`,
        { fieldId: converting.id },
      );
    const named = checkName(label ?? copyLabel(table.label), 'tables');
    const { fields, others } = copyFields(table, { id: copyId, label: named }, grant, targets, {
      actor: meta.actor,
      newId,
    });
    const has = (id: string): boolean => fields.some((field) => field.id === id);
    // What a view asks of a field that the actor may not see stays behind with it.
    const hidden = table.fields.filter(({ id }) => !maskAllows(grant.fieldMask, id));
    const tells = (configJson: string): boolean => hidden.some(({ id }) => configJson.includes(id));
    const value: EventOf<'tableCreated'> = {
      tableId: copyId,
      label: named,
      icon: table.icon,
      color: table.color,
      description: table.description,
      fields: fields.map(fieldToMessage),
      views: mergeViews(table, views)
        .filter(({ ownerUserId, configJson }) => ownerUserId === '' && !tells(configJson))
        .map((view) => viewToMessage({ ...view, id: newId() })),
      labelFieldId: has(table.labelFieldId) ? table.labelFieldId : labelCandidate(fields),
      uniqueFieldId: has(table.uniqueFieldId) ? table.uniqueFieldId : '',
    };
    // A rule that loses a field, or what it asks, means something else.
    const rules = (table.conditionals ?? []).filter(({ fieldIds, conditions }) =>
      [...fieldIds, ...conditions.map(({ fieldId }) => fieldId)].every(has),
    );
    const ruled: TablesEvent = {
      $case: 'conditionalsChanged',
      value: { tableId: copyId, rulesJson: rulesJson(rules), beforeJson: '' },
    };
    const more = [
      ...(rules.length === 0 ? [] : [ruled]),
      ...tableForms.flatMap((form): TablesEvent[] => {
        const own = table.forms?.[form];
        return own === undefined || tells(own.configJson)
          ? []
          : [{ $case: 'tableFormChanged', value: { tableId: copyId, form, ...own, beforeJson: '', beforeVersion: 0 } }];
      }),
    ];
    return {
      events: [
        { event: { $case: 'tableCreated', value }, advances: [{ stream: tableStream(copyId), version: 1 }] },
        ...onTable(copyId, 1, more),
        ...[...others].flatMap(([id, added]) => onTable(id, targets.get(id)!.version, added)),
      ],
    };
  },
  // A repeated request comes with another id of its own making: the event has the one that counts.
  *answer({ copyId }, events, _commit, meta) {
    const first = events[0];
    const id = first?.$case === 'tableCreated' ? first.value.tableId : copyId;
    return { table: yield* answerTable(id, meta.actor), id };
  },
};
