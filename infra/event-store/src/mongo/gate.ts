/** Lets at most `places` in at once, the others in their order. */
export const createGate = (places: number) => {
  const waiting: (() => void)[] = [];
  let free = places;
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    /** Resolves with the function that gives the place back. */
    enter: async (): Promise<() => void> => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return leave;
    },
  };
};

/**
 * Lets callers in by rounds: who comes during a round waits for its end, or for `longest` ms of it, and goes with all
 * who came meanwhile. What they then ask of an engine they ask together, which costs it and them little more than one
 * of them. After a round of several the next is held for as long as it took, at most `gather` ms, until as many are
 * there again as were in it and behind it: those who were answered come back. At most `places` are in at once.
 */
export const createRounds = (places: number, longest: number, gather: number) => {
  type Round = { left: number; readonly size: number; readonly begun: number; timer?: NodeJS.Timeout };
  let waiting: ((round: Round) => void)[] = [];
  let inside = 0;
  let round: Round | undefined;
  let opening = false;
  /** While the next round is held: how many it is held for. */
  let held: { readonly crowd: number; readonly timer: NodeJS.Timeout } | undefined;

  const open = (): void => {
    opening = false;
    clearTimeout(held?.timer);
    held = undefined;
    const next = waiting.slice(0, places - inside);
    if (next.length === 0) return;
    waiting = waiting.slice(next.length);
    inside += next.length;
    const own: Round = { left: next.length, size: next.length, begun: performance.now() };
    own.timer = setTimeout(() => end(own), longest);
    round = own;
    for (const go of next) go(own);
  };
  const openSoon = (): void => {
    if (opening || round !== undefined || waiting.length === 0) return;
    if (held !== undefined && waiting.length < held.crowd) return;
    opening = true;
    setImmediate(open);
  };
  const hold = (ended: Round): void => {
    const crowd = ended.size + waiting.length;
    const time = Math.min(gather, performance.now() - ended.begun);
    clearTimeout(held?.timer);
    held = undefined;
    // A timer of less than a millisecond is one of a whole.
    if (crowd < 2 || time < 1) return;
    const timer = setTimeout(() => {
      held = undefined;
      openSoon();
    }, time);
    held = { crowd, timer };
  };
  const end = (ended: Round): void => {
    clearTimeout(ended.timer);
    if (round === ended) {
      round = undefined;
      // One whose time has passed held up others long enough.
      if (ended.left === 0) hold(ended);
    }
    openSoon();
  };
  const leave = (own: Round): void => {
    inside -= 1;
    own.left -= 1;
    if (own.left === 0) end(own);
    else openSoon();
  };
  return {
    /** Resolves with the function that gives the place back. */
    enter: (): Promise<() => void> =>
      new Promise((resolve) => {
        waiting.push((own) => resolve(() => leave(own)));
        openSoon();
      }),
  };
};
