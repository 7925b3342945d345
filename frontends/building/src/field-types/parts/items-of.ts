export type Item = { readonly id: string; readonly label: string; readonly checked: boolean };

export const itemsOf = (value: unknown): readonly Item[] =>
  Array.isArray(value)
    ? value.filter((one): one is Item => typeof one === 'object' && one !== null && 'id' in one)
    : [];
