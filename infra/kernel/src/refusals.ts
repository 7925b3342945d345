import { Rejection, type DeclaredCode, type RejectionKind } from './rejection.ts';

/**
 * One way in which a service may refuse, as its list declares it and the documentation of a route shows it. `means` is a
 * sentence for a person, and the message where a refusal has none of its own. `kinds` holds more than one kind where the
 * same fact refuses in several ways: a field that is not there is 404 in a path and 400 in a body.
 */
export type Refusal = {
  readonly code: string;
  readonly kinds: readonly RejectionKind[];
  readonly means: string;
  /** Of a family whose codes nobody lists in one place (those of the field types): what stands before their dot. */
  readonly heads?: readonly string[];
};

/**
 * The codes of a service: their kind or kinds, and what they mean. The third place says that only programs meet the
 * code: our own screens never make it happen, so no catalogue has a text for it.
 */
export type RefusalList = Readonly<
  Record<string, readonly [kind: RejectionKind | readonly RejectionKind[], means: string, who?: 'programs']>
>;

type KindsOf<E extends RefusalList[string]> = E[0] extends readonly RejectionKind[] ? E[0][number] : E[0];
type CodeOf<L extends RefusalList> = Extract<keyof L, string>;
type CodeOfKind<L extends RefusalList, K extends RejectionKind> = {
  [C in CodeOf<L>]: K extends KindsOf<L[C]> ? C : never;
}[CodeOf<L>];

/** Facts for the caller stand behind the message, or in its place where the list's own sentence says enough. */
type Rest = readonly [message?: string, details?: unknown] | readonly [details: object];

type Maker<C extends string> = (code: C, ...rest: Rest) => Rejection;

/** What makes the rejections of one list. No other code, and no code of another kind, compiles. */
export type Refusals<L extends RefusalList> = {
  readonly list: L;
  readonly invalid: Maker<CodeOfKind<L, 'invalid'>>;
  readonly notFound: Maker<CodeOfKind<L, 'not_found'>>;
  readonly conflict: Maker<CodeOfKind<L, 'conflict'>>;
  readonly forbidden: Maker<CodeOfKind<L, 'forbidden'>>;
  /** Of any kind. */
  rejection<K extends RejectionKind>(kind: K, code: CodeOfKind<L, K>, ...rest: Rest): Rejection;
  /** Those that a route names. */
  refuses(...codes: readonly CodeOf<L>[]): readonly Refusal[];
};

const refusalOf = (code: string, [kind, means]: RefusalList[string]): Refusal => ({
  code,
  kinds: typeof kind === 'string' ? [kind] : kind,
  means,
});

/** Every refusal of a list. */
export const refusalsIn = (list: RefusalList): readonly Refusal[] =>
  Object.entries(list).map(([code, entry]) => refusalOf(code, entry));

/**
 * The one list of the codes of a service (`refusals.ts` in its folder), and what makes its rejections. Codes are stable
 * and dotted: programs match on them.
 */
export const declareRefusals = <const L extends RefusalList>(list: L): Refusals<L> => {
  const rejection = (kind: RejectionKind, code: string, [first, second]: Rest): Rejection =>
    typeof first === 'string'
      ? new Rejection(kind, code as DeclaredCode, first, second)
      : new Rejection(kind, code as DeclaredCode, list[code]![1], first ?? second);
  return {
    list,
    invalid: (code, ...rest) => rejection('invalid', code, rest),
    notFound: (code, ...rest) => rejection('not_found', code, rest),
    conflict: (code, ...rest) => rejection('conflict', code, rest),
    forbidden: (code, ...rest) => rejection('forbidden', code, rest),
    rejection: (kind, code, ...rest) => rejection(kind, code, rest),
    refuses: (...codes) => codes.map((code) => refusalOf(code, list[code]!)),
  };
};

/** What any service says of a request, whoever reads it: a route, a decider, another service. */
export const requestRefusals = {
  'request.invalid': ['invalid', 'The request is not valid.'],
  'request.limited': ['limited', 'Too many requests. Try again later.'],
  'request.too_large': ['too_large', 'The request is too large.'],
  invalid_token: ['unauthenticated', 'Your session has expired. Please log in again.'],
  forbidden: ['forbidden', 'Your role does not allow this.'],
  object_not_found: ['not_found', 'This does not exist.'],
} as const satisfies RefusalList;

/** What taking back a commit may answer, in every service. */
export const undoRefusals = {
  'undo.not_found': ['not_found', 'There is nothing with this id to undo.'],
  'undo.not_undoable': ['invalid', 'This cannot be undone.'],
  'undo.conflicts': ['conflict', 'Some of it was changed since.'],
  'undo.nothing': ['conflict', 'There is nothing left to undo.'],
  'undo.too_large': ['too_large', 'This is too large to be undone at once.'],
} as const satisfies RefusalList;

/** What a query of any engine refuses. Services check what people ask before, so few of these are ever seen. */
export const queryRefusals = {
  'query.invalid_cursor': ['invalid', 'The cursor does not belong to this query.'],
  'query.invalid_cut': ['invalid', 'Only texts can be cut, to a number of characters.'],
  'query.invalid_groups': ['invalid', 'Records cannot be grouped so.'],
  'query.invalid_limit': ['invalid', 'A page cannot have this many rows.'],
  'query.invalid_offset': ['invalid', 'The offset is too large.'],
  'query.invalid_value': ['invalid', 'The value does not fit what it is compared with.'],
  'query.too_deep': ['invalid', 'The filter is nested too deeply.'],
  'query.too_large': ['invalid', 'The query is too large.'],
  'query.unknown_column': ['invalid', 'There is no such column.'],
  'query.unsupported_aggregate': ['invalid', 'The column has no such figure.'],
  'query.unsupported_operator': ['invalid', 'The column has no such operator.'],
  'records.invalid_id': ['invalid', 'An id holds a character that is not allowed.'],
  'records.number_overflow': ['invalid', 'The number is too large.'],
} as const satisfies RefusalList;

/** Why a service, its engines or another service do not answer for the moment: any request may meet these. */
export const awayRefusals = {
  'query.cancelled': ['unavailable', 'The query was cancelled.'],
  'query.too_slow': ['unavailable', 'The query took too long.'],
  'files.unavailable': ['unavailable', 'The file store does not answer.'],
  'request.cancelled': ['unavailable', 'The request was ended before it was answered.'],
  'request.overloaded': ['unavailable', 'The server is busy. Try again in a second.'],
  'service.interrupted': [
    'unavailable',
    'Part of Tessera did not answer in time. It may have been done: look before you try again.',
  ],
  'service.starting': ['unavailable', 'This part of Tessera is starting. Try again in a moment.'],
  'service.unavailable': ['unavailable', 'Part of Tessera does not answer. Try again in a moment.'],
  'storage.damaged': ['unavailable', 'The stored data is damaged. Tell the administrator.'],
  'storage.full': ['unavailable', 'The disk is full. Nothing was changed; try again when there is room.'],
  'store.busy': ['unavailable', 'The server is busy. Try again in a moment.'],
  'store.contended': [
    'unavailable',
    'Many are changing this at the same time. Nothing was changed; try again in a moment.',
  ],
  'store.draining': ['unavailable', 'The server is shutting down. Try again in a moment.'],
  'store.reader_lost': ['unavailable', 'The reader of this page ended. Try again in a moment.'],
  'store.unavailable': ['unavailable', 'The database does not answer. Nothing was changed; try again in a moment.'],
  'store.uncertain': [
    'unavailable',
    'The database does not answer. Whether this was changed is not known yet; send it again with the same idempotency key.',
  ],
  'store.unfinished': ['unavailable', 'This was written, and will be seen when the database answers again.'],
  'store.went_back': [
    'unavailable',
    'The database was taken back to an earlier state, and nothing is written to it before an operator has looked at it. Nothing was changed.',
  ],
  unavailable: ['unavailable', 'The database does not answer.'],
} as const satisfies RefusalList;

/** What the log refuses of a write, whatever its command says: any request that changes something may meet these. */
export const writeRefusals = {
  'claim.taken': ['conflict', 'A value that must be unique is in use already.'],
  'command.unknown': ['invalid', 'There is no such command.'],
  'commit.erased': ['not_found', 'What this request made was erased.'],
  'commit.too_large': ['too_large', 'One write holds too much.'],
  'commit.too_many': ['too_large', 'One write changes too much.'],
  'idempotency.mismatch': ['conflict', 'This idempotency key was used for another request.'],
  'item.exists': ['conflict', 'A record with this id exists already.'],
  'item.repeated': ['conflict', 'One write names the same record twice.'],
  'item.version': ['conflict', 'Somebody else changed this record at the same time.'],
  'operations.exists': ['conflict', 'There is an operation with this id already.'],
  'request.operation': ['invalid', 'The header tessera-operation takes an id.'],
  'stream.version': ['conflict', 'Somebody else changed this at the same time.'],
  'view_as.read_only': ['forbidden', 'You see the workspace as somebody else. Nothing can be changed meanwhile.'],
} as const satisfies RefusalList;
