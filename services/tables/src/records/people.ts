import { isPerson, isRejection, type Actor, type FileValue } from '@tessera/kernel';
import type { Directory, OrganizationFacts } from '@tessera/runtime/directory';
import { schemaOf, type Schema } from '../definitions/schema.ts';
import type { FindRecords } from '../links/find.ts';
import type { Named, Unnamed } from './context.ts';
import type { Queries } from './query.ts';

/** Texts in the user fields of a body's records: whom it may name. */
export const mentionedIn = (schema: Schema, body: unknown): readonly string[] => {
  const fields = [...schema.byId.values()].filter((field) => field.system === undefined && isPerson(field.kind));
  if (fields.length === 0) return [];
  const keys = new Set(fields.flatMap(({ id, name }) => [id, name]));
  const texts = new Set<string>();
  const add = (value: unknown): void => {
    for (const one of Array.isArray(value) ? value : [value]) if (typeof one === 'string') texts.add(one.trim());
  };
  const record = (one: unknown): void => {
    const values: unknown = typeof one === 'object' && one !== null && 'fields' in one ? one.fields : undefined;
    if (typeof values !== 'object' || values === null) return;
    for (const [key, value] of Object.entries(values)) if (keys.has(key)) add(value);
  };
  record(body);
  if (typeof body === 'object' && body !== null && 'records' in body && Array.isArray(body.records))
    body.records.forEach(record);
  return [...texts];
};

/** Whether the table is known to have defaults that are found out for each record. */
export const computesDefaults = (
  queries: Pick<Queries, 'remembered'>,
  { organizationId }: Actor,
  tableId: string,
): boolean => {
  const table = queries.remembered(organizationId, tableId);
  return table !== undefined && schemaOf(table).computesDefaults;
};

/** A command is sent this often: what it names may change while it is on its way. */
const tries = 4;

/** How texts are found: among active members where they are to be written, among all who ever were to be read. */
type Finding = (facts: OrganizationFacts, text: string) => string | undefined;
const active: Finding = ({ find }, text) => find(text);

const none = async (): Promise<readonly FileValue[]> => [];
const nothing: FindRecords = async () => new Map();

/** Sends a command with the people, files and records that it names. What the writer asks for beside goes along with the next try. */
export const sendNamed = async <T>(
  {
    directory,
    actor,
    finding = active,
    describe = none,
    findRecords = nothing,
    zoned = false,
  }: {
    readonly directory: Directory;
    readonly actor: Actor;
    readonly finding?: Finding | undefined;
    /** What files are that the actor may put into these records; none where it is not given. */
    readonly describe?: ((ids: readonly string[]) => Promise<readonly FileValue[]>) | undefined;
    readonly findRecords?: FindRecords | undefined;
    /** The zone of the organization will be asked for. */
    readonly zoned?: boolean | undefined;
  },
  texts: readonly string[],
  send: (people: Named) => Promise<T>,
): Promise<T> => {
  let people: Named = {};
  const look = async (asked: Unnamed): Promise<Named> => {
    const [facts, files, records] = await Promise.all([
      directory.facts(actor),
      asked.files.length === 0 ? [] : describe(asked.files),
      Promise.all(
        Object.entries(asked.records ?? {}).map(async ([tableId, names]) => {
          const matching = await findRecords(actor, tableId, names);
          const meant = Object.fromEntries(names.map((name) => [name, matching.get(name) ?? []]));
          return [tableId, { ...people.records?.[tableId], ...meant }] as const;
        }),
      ),
    ]);
    const found = new Map(files.map((file) => [file.id, file]));
    return {
      timezone: facts.timezone,
      records: { ...people.records, ...Object.fromEntries(records) },
      files: { ...people.files, ...Object.fromEntries(asked.files.map((id) => [id, found.get(id) ?? null])) },
      ids: { ...people.ids, ...Object.fromEntries(asked.texts.map((text) => [text, finding(facts, text) ?? ''])) },
      names: { ...people.names, ...Object.fromEntries(asked.ids.map((id) => [id, facts.names.get(id) ?? id])) },
    };
  };
  if (texts.length > 0 || zoned) people = await look({ texts, ids: [], files: [] });
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(people);
    } catch (error) {
      if (!isRejection(error) || error.code !== 'records.users_needed' || attempt === tries) throw error;
      people = await look(error.details as Unnamed);
    }
  }
};

/** People by name, former members too, for what is read and shown beside the writer. */
export const everybody = ({ findAnyone, names }: Pick<OrganizationFacts, 'findAnyone' | 'names'>) => ({
  findUser: findAnyone,
  userName: (id: string): string => names.get(id) ?? id,
});
