/** One change of the option of a record in a field; times in ms, the earliest first. */
export type Move = {
  readonly id: string;
  readonly at: number;
  readonly by: string;
  readonly from: string | null;
  readonly to: string | null;
};

/** What the record itself tells: when it was created, and when it went to the trash if it is there. */
export type Life = {
  readonly id: string;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly ended?: { readonly at: number; readonly by: string } | undefined;
};

/** The time that a record was in one option, from one change to the next; without an end it goes on. */
export type Stay = {
  readonly id: string;
  readonly option: string;
  readonly startedAt: number;
  readonly startedBy: string;
  readonly finishedAt: number | null;
  readonly finishedBy: string | null;
};

/**
 * The stays of a record in the options of one field, the earliest first. `now` is what it holds now: with the moves it
 * tells what the record was created with. Values that came to be the same again are one stay. The trash ends the last
 * one, and a record that comes back from it goes on with it.
 */
export const staysOf = (life: Life, fieldId: string, moves: readonly Move[], now: string | null): readonly Stay[] => {
  const stays: Stay[] = [];
  let running: Stay | undefined;
  const end = (at: number, by: string): void => {
    if (running !== undefined) stays.push({ ...running, finishedAt: at, finishedBy: by });
    running = undefined;
  };
  const start = (id: string, option: string | null, at: number, by: string): void => {
    if (option !== null) running = { id, option, startedAt: at, startedBy: by, finishedAt: null, finishedBy: null };
  };
  start(bornId(life.id, fieldId), moves.length === 0 ? now : moves[0]!.from, life.createdAt, life.createdBy);
  for (const { id, at, by, to } of moves) {
    if (to === (running?.option ?? null)) continue;
    end(at, by);
    start(id, to, at, by);
  }
  if (life.ended !== undefined) end(life.ended.at, life.ended.by);
  return running === undefined ? stays : [...stays, running];
};

/** The id of the stay that begins with the record. */
export const bornId = (recordId: string, fieldId: string): string => `${recordId}-${fieldId}`;

/** How long a record was in an option altogether, in ms. */
export const timeIn = (stays: readonly Stay[], option: string, now: number): number =>
  stays.reduce(
    (sum, stay) => (stay.option === option ? sum + Math.max(0, (stay.finishedAt ?? now) - stay.startedAt) : sum),
    0,
  );
