/** Two letters for a person: first and last name, or the first two of a single one. */
export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = [...(words[0] ?? '')];
  const last = words.length > 1 ? [...(words.at(-1) ?? '')] : [];
  return ((first[0] ?? '?') + (last[0] ?? first[1] ?? '')).toLocaleUpperCase();
};
