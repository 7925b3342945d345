/** Places that requests hold while they are worked on: a number for all, and a share of it for each person or address. */
export type Places = {
  /** Takes a place: answers what gives it back, or who has none left. */
  take(key: string, share: number): (() => void) | 'all' | 'own';
};

export const createPlaces = (most: number): Places => {
  const held = new Map<string, number>();
  let taken = 0;
  return {
    take: (key, share) => {
      if (taken >= most) return 'all';
      const own = held.get(key) ?? 0;
      if (own >= share) return 'own';
      taken++;
      held.set(key, own + 1);
      let holds = true;
      return () => {
        if (!holds) return;
        holds = false;
        taken--;
        const left = held.get(key)! - 1;
        if (left === 0) held.delete(key);
        else held.set(key, left);
      };
    },
  };
};
