/** What a text may say of who reads it, and of the day. */
export const textVariables = ['name', 'email', 'role', 'organization', 'today'] as const;

/** A place in a text that each reader sees filled: of themselves, of the day, or of the record that the page shows. */
export type TextVariable =
  { readonly of: (typeof textVariables)[number] } | { readonly of: 'record'; readonly fieldId: string };
/** Letters that look alike. Of a variable `text` is what stands there where there is nothing to fill it with. */
export type TextRun = {
  readonly text: string;
  readonly variable?: TextVariable;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly href?: string;
};
export type TextLine = {
  readonly kind: 'heading' | 'paragraph' | 'bullet' | 'number';
  readonly level?: number;
  readonly runs: readonly TextRun[];
};
export type TextDocument = { readonly blocks: readonly TextLine[] };

/** The fields of a record that a text names. */
export const fieldsOfText = ({ blocks }: TextDocument): readonly string[] => [
  ...new Set(
    blocks.flatMap(({ runs }) => runs.flatMap(({ variable }) => (variable?.of === 'record' ? variable.fieldId : []))),
  ),
];

/** A text as one reader sees it: no variable is left in it, and no line that said nothing but what is not known. */
export const filledText = (
  { blocks }: TextDocument,
  known: (variable: TextVariable) => string | undefined,
): TextDocument => ({
  blocks: blocks.flatMap((line) => {
    const runs = line.runs.flatMap(({ variable, ...run }): readonly TextRun[] => {
      if (variable === undefined) return [run];
      const text = known(variable) || run.text;
      return text === '' ? [] : [{ ...run, text }];
    });
    const said = runs.some(({ text }) => text.trim() !== '');
    return said || line.runs.every(({ variable }) => variable === undefined) ? [{ ...line, runs }] : [];
  }),
});
