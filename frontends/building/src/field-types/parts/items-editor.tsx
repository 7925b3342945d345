import { fieldType, templateOf } from '@tessera/fields';
import { type Field, Popover } from '@tessera/kit';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { displayText, isEmpty } from '../../data/values.ts';
import type { Go } from '../../grid/editors.ts';
import { editorCommand } from '../../grid/model/keys.ts';
import classes from '../../grid/view/editor.module.css';
import type { ControlProps, TypeEditorProps } from '../view.ts';
import { keyOf, useClosed } from './editing.ts';
import { itemsCell } from './items-cell.tsx';
import { ItemsList } from './items-list.tsx';
import { type Item, itemsOf } from './items-of.ts';
import own from './items.module.css';

/** The labels that a field asks for. */
const requiredOf = (props: object): readonly string[] => {
  const { template } = props as { readonly template?: unknown };
  return typeof template === 'string'
    ? templateOf(template).flatMap(({ label, required }) => (required ? [label] : []))
    : [];
};

/** The lines of a value; where there is none, those that new records of the field begin with. */
const startOf = (field: Field, value: unknown): readonly Item[] => {
  const type = fieldType(field.type);
  const begun = isEmpty(value) ? (type?.begins?.(field.props) ?? null) : null;
  return itemsOf(begun === null ? value : type?.toJson(begun, field.props));
};

/** The lines where they stand in a form or panel: a tick is saved at once, a line when it rests. */
export const ItemsControl = ({ field, value, label, onChange }: ControlProps) => (
  <ItemsList
    field={field}
    value={startOf(field, value)}
    label={label}
    required={requiredOf(field.props)}
    onChange={onChange}
  />
);

/** The lines below a cell: what was done to them is saved together. */
export const ItemsEditor = (props: TypeEditorProps) => {
  const { field, value, text, more, habits, users, onDone, onCancel, style, inCell, size, texts, readOnly } = props;
  const [items, setItems] = useState<readonly Item[]>(() => startOf(field, value));
  const first = useRef(items);
  const latest = useRef(items);
  const left = useRef(false);
  const change = useCallback((next: readonly Item[] | null): void => {
    latest.current = next ?? [];
    if (!left.current) setItems(latest.current);
  }, []);
  const finish = (go: Go): void => {
    if (left.current) return;
    // A line that is being written is given by its own end, which comes with the focus that goes.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    left.current = true;
    if (latest.current === first.current) {
      if (go === 'stay') onCancel();
      else onDone({ value }, go);
    } else onDone({ value: latest.current.length === 0 ? null : latest.current }, go);
  };
  useClosed(readOnly, () => finish('stay'));
  const keys = (event: KeyboardEvent): void => {
    const command = editorCommand({ ...keyOf(event), isComposing: event.nativeEvent.isComposing }, false);
    if (!command || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (command.do === 'cancel') {
      left.current = true;
      onCancel();
    } else finish(command.go);
  };
  return (
    <Popover
      opened
      trapFocus={false}
      onClose={() => finish('stay')}
      onEscape={() => {
        left.current = true;
        onCancel();
      }}
      width={inCell ? 360 : 320}
      anchor={
        <div className={classes['box']} style={style} data-editor data-list>
          <span className={classes['chosen']}>
            {isEmpty(items)
              ? null
              : itemsCell({
                  field,
                  value: items,
                  text: () => displayText(field, items, habits.show),
                  width: size?.width ?? 320,
                  height: 32,
                  context: { show: habits.show, user: (id) => users.find((one) => one.id === id), relative: () => '' },
                  primary: false,
                  openLabel: '',
                })}
          </span>
        </div>
      }
    >
      <div className={own['popover']} onKeyDown={keys}>
        <ItemsList
          field={field}
          value={items}
          label={texts.label}
          required={requiredOf(field.props)}
          onChange={change}
          begun={(text ?? '') + more}
          focused
        />
      </div>
    </Popover>
  );
};
