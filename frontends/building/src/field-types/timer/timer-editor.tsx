import type { WireLap } from '@tessera/fields';
import { Popover } from '@tessera/kit';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Go } from '../../grid/editors.ts';
import { editorCommand } from '../../grid/model/keys.ts';
import editing from '../../grid/view/editor.module.css';
import type { ControlProps, TypeEditorProps } from '../view.ts';
import { keyOf, useClosed } from '../parts/editing.ts';
import { lapsOf } from './laps.ts';
import { Ticking } from './ticking.tsx';
import { TimerPanel } from './timer-panel.tsx';
import classes from './timer.module.css';

export const TimerControl = ({ value, label, record, onChange }: ControlProps) => (
  <TimerPanel value={value} label={label} saved={record !== undefined} onChange={onChange} />
);

/** The laps below a cell: a press is saved at once, and it stays open. */
export const TimerEditor = (props: TypeEditorProps) => {
  const { value, onDone, onSave, onCancel, style, inCell, texts, readOnly } = props;
  const [own, setOwn] = useState<{ readonly laps: readonly WireLap[] | null } | null>(null);
  const left = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  const shown = own !== null && onSave === undefined ? own.laps : value;
  const finish = (go: Go): void => {
    if (left.current) return;
    left.current = true;
    if (own !== null && onSave === undefined) onDone({ value: own.laps }, go);
    else if (go === 'stay') onCancel();
    else onDone({ value }, go);
  };
  useClosed(readOnly, () => finish('stay'));
  useEffect(() => box.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  const keys = (event: KeyboardEvent): void => {
    // A button takes its own keys.
    if (event.key === 'Enter' || event.key === ' ') return event.stopPropagation();
    const command = editorCommand(keyOf(event), false);
    if (!command || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    finish(command.do === 'cancel' ? 'stay' : command.go);
  };
  return (
    <Popover
      opened
      trapFocus={false}
      onClose={() => finish('stay')}
      width={inCell ? 400 : 320}
      anchor={
        <div className={editing['box']} style={style} data-editor data-list>
          <span className={editing['chosen']}>
            <Ticking laps={lapsOf(shown)} />
          </span>
        </div>
      }
    >
      <div ref={box} className={classes['popover']} onKeyDown={keys}>
        <TimerPanel
          value={shown}
          label={texts.label}
          saved
          onChange={(laps) => {
            setOwn({ laps });
            onSave?.(laps);
          }}
        />
      </div>
    </Popover>
  );
};
