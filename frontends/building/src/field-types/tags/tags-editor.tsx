import { fold } from '@tessera/kit';
import { LabelsEditor } from '../parts/list-editor.tsx';
import type { TypeEditorProps } from '../view.ts';
import { useLabels } from './labels.ts';

/** Labels among those that other records have, and new ones by typing. */
export const TagsEditor = (props: TypeEditorProps) => {
  const known = useLabels(props.field.id);
  return <LabelsEditor {...props} labels={known.map(({ label }) => label)} same={(a, b) => fold(a) === fold(b)} />;
};
