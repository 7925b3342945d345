import IconMathFunction from '@tabler/icons-react/dist/esm/icons/IconMathFunction.mjs';
import type { FieldProps, ResultType } from '@tessera/fields';
import { checkbox } from '../checkbox/view.tsx';
import { date } from '../date/view.ts';
import { dateTime } from '../dateTime/view.ts';
import { duration } from '../duration/view.tsx';
import { number } from '../number/view.ts';
import { text } from '../text/view.ts';
import type { FieldTypeView } from '../view.ts';
import { later } from '../../later.tsx';
import { ResultSetting } from './result-later.ts';

/** Comes when a formula is set: tables are shown without it. */
const FormulaSetting = later(async () => (await import('./editor.tsx')).FormulaEditor);

const results: Readonly<Record<ResultType, FieldTypeView>> = {
  number,
  text,
  boolean: checkbox,
  date,
  dateTime,
  duration,
};

const own: Pick<FieldTypeView, 'texts' | 'icon' | 'entry' | 'settings'> = {
  texts: {
    en: {
      name: 'Formula',
    },
    pt: {
      name: 'Fórmula',
    },
    es: {
      name: 'Fórmula',
    },
  },
  icon: IconMathFunction,
  entry: { by: 'nobody' },
  settings: [FormulaSetting, ResultSetting],
};

const shownAs = (view: FieldTypeView): FieldTypeView => {
  const { Control: _control, controls: _controls, begins: _begins, ...shown } = view;
  return { ...shown, ...own };
};
const byResult = Object.fromEntries(
  Object.entries(results).map(([result, view]) => [result, shownAs(view)]),
) as Readonly<Record<ResultType, FieldTypeView>>;

export const formula: FieldTypeView = {
  ...byResult.text,
  of: (props: FieldProps & { readonly result?: ResultType }) => byResult[props.result ?? 'text'],
};
