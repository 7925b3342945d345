import {
  everyStep,
  isObject,
  lanes,
  stepsBefore,
  stepType,
  tableOf,
  type Lane,
  type Program,
  type Step,
  type StepType,
  type StepTypeId,
} from '@tessera/proto/automations';

/** Where a step stands: in a lane of another one, or in the automation itself. */
export type Spot = { readonly parent?: string; readonly lane?: Lane; readonly index: number };

const letters = (type: string): string => type.replace(/_[a-z]/g, (part) => part[1]!.toUpperCase());

/** An id that no other step has: the type with a number. */
export const newStepId = (steps: readonly Step[], type: string): string => {
  const taken = new Set(everyStep(steps).map(({ step }) => step.id));
  for (let number = 1; ; number++) {
    const id = `${letters(type)}${number}`;
    if (!taken.has(id)) return id;
  }
};

const mapLists = (
  steps: readonly Step[],
  change: (list: readonly Step[], parent: string | undefined, lane: Lane | undefined) => readonly Step[],
  parent?: string,
  lane?: Lane,
): readonly Step[] =>
  change(steps, parent, lane).map((step) => {
    const within = lanes.flatMap((one) => {
      const list = step[one];
      return list === undefined ? [] : [[one, mapLists(list, change, step.id, one)] as const];
    });
    return within.length === 0 ? step : { ...step, ...Object.fromEntries(within) };
  });

export const emptyStep = (steps: readonly Step[], type: StepTypeId): Step => {
  const within = stepType(type)?.lanes ?? [];
  return { id: newStepId(steps, type), type, config: {}, ...Object.fromEntries(within.map((lane) => [lane, []])) };
};

export const addStep = (steps: readonly Step[], { parent, lane, index }: Spot, step: Step): readonly Step[] =>
  mapLists(steps, (list, of, at) =>
    of === parent && at === lane && !list.includes(step) ? list.toSpliced(index, 0, step) : list,
  );

export const changeStep = (steps: readonly Step[], id: string, config: Step['config']): readonly Step[] =>
  mapLists(steps, (list) => list.map((step) => (step.id === id ? { ...step, config } : step)));

export const removeStep = (steps: readonly Step[], id: string): readonly Step[] =>
  mapLists(steps, (list) => list.filter((step) => step.id !== id));

/** A step one place up or down within its lane. */
export const moveStep = (steps: readonly Step[], id: string, by: -1 | 1): readonly Step[] =>
  mapLists(steps, (list) => {
    const at = list.findIndex((step) => step.id === id);
    const to = at + by;
    if (at < 0 || to < 0 || to >= list.length) return list;
    return list.toSpliced(at, 1).toSpliced(to, 0, list[at]!);
  });

export const stepOf = (steps: readonly Step[], id: string): Step | undefined =>
  everyStep(steps).find(({ step }) => step.id === id)?.step;

/** The configuration with a part set, or taken away where it says nothing. */
export const withPart = (config: Step['config'], name: string, value: unknown): Step['config'] => {
  const { [name]: _, ...rest } = config;
  return value === undefined || value === null || value === '' ? rest : { ...rest, [name]: value };
};

/** A field of a table, as far as the editor asks. */
export type Field = { readonly id: string; readonly name: string; readonly type: string };
/** What is known of a comment, and of a run that ended. */
type OwnOfEvent = 'comment' | 'author' | 'run' | 'automation' | 'state' | 'reason';
/** What a value may refer to: `of` says whose it is, `name` what. */
export type Source = {
  readonly ref: string;
  readonly of: { readonly trigger: true } | { readonly step: string; readonly type: string };
  readonly name:
    | { readonly field: string }
    | { readonly own: Exclude<StepType['gives'][number], 'record'> | 'at' | 'content' | OwnOfEvent }
    | { readonly set: string };
  readonly isList?: true;
};

/** Parts of what a call brings, by their names; names that a reference cannot go along are left out. */
const inContent = (content: unknown): readonly Source[] => [
  { ref: 'trigger.body', of: { trigger: true }, name: { own: 'content' } },
  ...Object.keys(isObject(content) ? content : {}).flatMap((name): readonly Source[] =>
    name === '' || name.includes('.')
      ? []
      : [{ ref: `trigger.body.${name}`, of: { trigger: true }, name: { field: name } }],
  ),
];

const ofEvents: Readonly<Record<string, readonly { readonly ref: string; readonly own: OwnOfEvent }[]>> = {
  comment: [
    { ref: 'trigger.comment.text', own: 'comment' },
    { ref: 'trigger.comment.author', own: 'author' },
  ],
  automation_ended: [
    { ref: 'trigger.run.id', own: 'run' },
    { ref: 'trigger.run.automationId', own: 'automation' },
    { ref: 'trigger.run.state', own: 'state' },
    { ref: 'trigger.run.reason', own: 'reason' },
  ],
};

/**
 * Everything that a value of a step may refer to; of the trigger's own configuration nothing. `content` is what came last
 * to the address of the automation.
 */
export const sourcesFor = (
  { trigger, steps }: Program,
  id: string,
  fieldsOf: (tableId: string) => readonly Field[],
  content: unknown = null,
): readonly Source[] => {
  if (stepOf(steps, id) === undefined) return [];
  const within = everyStep(steps).find(({ step }) => step.id === id)?.within ?? [];
  const record = (path: string, of: Source['of'], tableId: unknown, idAlone = false): readonly Source[] => [
    ...(idAlone || typeof tableId !== 'string'
      ? []
      : fieldsOf(tableId).map((field) => ({ ref: `${path}.${field.id}`, of, name: { field: field.name } }))),
    { ref: `${path}.id`, of, name: { own: 'id' } },
  ];
  const ofTrigger = { trigger: true } as const;
  const tableId = tableOf(trigger);
  const ofStep = (step: Step): readonly Source[] => {
    const of = { step: step.id, type: step.type };
    if (step.type === 'set')
      return Object.keys((step.config['values'] ?? {}) as object).map((name) => ({
        ref: `steps.${step.id}.${name}`,
        of,
        name: { set: name },
      }));
    if (step.type === 'loop') {
      if (!within.some((one) => one.id === step.id)) return [];
      const over = step.config['over'] as { readonly ref?: string } | undefined;
      const found = /^steps\.([A-Za-z0-9]+)\.records$/.exec(over?.ref ?? '')?.[1];
      const listed = found === undefined ? undefined : stepOf(steps, found)?.config['tableId'];
      return [
        ...(listed === undefined ? [] : record(`steps.${step.id}.item`, of, listed)),
        { ref: `steps.${step.id}.item`, of, name: { own: 'item' } },
        { ref: `steps.${step.id}.index`, of, name: { own: 'index' } },
      ];
    }
    return (stepType(step.type)?.gives ?? []).flatMap((gives): readonly Source[] => {
      if (gives === 'record') return record(`steps.${step.id}.record`, of, step.config['tableId']);
      const list = gives === 'records' ? ({ isList: true } as const) : {};
      return [{ ref: `steps.${step.id}.${gives}`, of, name: { own: gives }, ...list }];
    });
  };
  return [
    ...(tableId === undefined ? [] : record('trigger.record', ofTrigger, tableId, trigger.type === 'record_deleted')),
    ...(trigger.type === 'webhook' ? inContent(content) : []),
    ...(ofEvents[trigger.type] ?? []).map(({ ref, own }): Source => ({ ref, of: ofTrigger, name: { own } })),
    { ref: 'trigger.at', of: ofTrigger, name: { own: 'at' } },
    ...stepsBefore(steps, id).flatMap(ofStep),
  ];
};
