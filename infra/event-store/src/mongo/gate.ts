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
 * Lets callers in by rounds: who comes during a round waits for its end, or for `longest` ms of it, and goes with all who came meanwhile. What they then ask of
 * an engine they ask together, which costs it and them little more than one of them. At most `places` are in at once.
 */
export const createRounds = (places: number, longest: number) => {
  type Round = { left: number; timer?: NodeJS.Timeout };
  let waiting: ((round: Round) => void)[] = [];
  let inside = 0;
  let round: Round | undefined;
  let opening = false;

  const open = (): void => {
    opening = false;
    const next = waiting.slice(0, places - inside);
    if (next.length === 0) return;
    waiting = waiting.slice(next.length);
    inside += next.length;
    const own: Round = { left: next.length };
    own.timer = setTimeout(() => end(own), longest);
    round = own;
    for (const go of next) go(own);
  };
  const openSoon = (): void => {
    if (opening || round !== undefined || waiting.length === 0) return;
    opening = true;
    setImmediate(open);
  };
  const end = (ended: Round): void => {
    clearTimeout(ended.timer);
    if (round === ended) round = undefined;
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
