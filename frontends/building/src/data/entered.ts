/** How an editor hands over what it holds: a text still to be read, or a finished value. */
export type EditorResult = { readonly text: string } | { readonly value: unknown };
