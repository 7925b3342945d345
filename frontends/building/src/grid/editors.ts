/** Where the selection goes when an editor is left. */
export type Go = 'down' | 'up' | 'right' | 'left' | 'stay';

/** How an editor hands over what it holds: a text still to be read, or a finished value. */
export type EditorResult = { readonly text: string } | { readonly value: unknown };
