import type { FieldProps, ResultType } from '@tessera/fields';
import { checkbox } from '../checkbox/view.tsx';
import { date } from '../date/view.ts';
import { dateTime } from '../dateTime/view.ts';
import { duration } from '../duration/view.tsx';
import { number } from '../number/view.ts';
import { text } from '../text/view.ts';
import type { FieldTypeView } from '../view.ts';

const results: Readonly<Record<ResultType, FieldTypeView>> = {
  number,
  text,
  boolean: checkbox,
  date,
  dateTime,
  duration,
};

type Own = Pick<FieldTypeView, 'texts' | 'icon' | 'entry' | 'settings'>;
type Props = FieldProps & { readonly result?: ResultType; readonly function?: string };

/** How a field is shown that is computed from linked records: as its result, or its values as a text where it lists them. */
export const linkedView = (own: Own, lists: (props: Props) => boolean, plain: ResultType = 'text'): FieldTypeView => {
  const shown = (result: ResultType, listed: boolean): FieldTypeView => {
    const { Control: _control, controls: _controls, begins: _begins, ...view } = results[result];
    if (!listed) return { ...view, ...own };
    const { filterValues, sorts } = view;
    return { ...text, filterValues, ...(sorts !== undefined && { sorts }), ...own };
  };
  const made = new Map<string, FieldTypeView>();
  return {
    ...shown(plain, lists({})),
    of: (props: Props) => {
      const result = props.result ?? plain;
      const listed = lists(props);
      const name = `${result} ${listed}`;
      let view = made.get(name);
      if (view === undefined) made.set(name, (view = shown(result, listed)));
      return view;
    },
  };
};
