import { Popover } from '@tessera/kit';
import { useRef } from 'react';
import editor from '../../../grid/view/editor.module.css';
import { later } from '../../../later.tsx';
import type { ControlProps, TypeEditorProps } from '../../view.ts';
import { useClosed } from '../editing.ts';
import { fileCell } from './file-cell.tsx';
import classes from './files.module.css';

/** Its code comes when files are shown to be changed. */
const FilesList = later(async () => (await import('./files-list.tsx')).FilesList);

/** Files in a form: they stand open, and every change is written at once. */
export const filesControl = (picturesOnly: boolean) => {
  const Files = ({ field, value, record = '', onChange }: ControlProps) => (
    <FilesList
      key={record}
      field={field}
      value={value}
      cell={`${record} ${field.id}`}
      picturesOnly={picturesOnly}
      onChange={onChange}
    />
  );
  return Files;
};

/** Files of a cell in a box that hangs on it. What is changed is written at once; the box is left with Escape or a press beside it. */
export const filesEditor = (picturesOnly: boolean) => {
  const Files = ({
    field,
    value,
    record = '',
    style,
    size,
    texts,
    users,
    habits,
    readOnly,
    onSave,
    onDone,
    onCancel,
  }: TypeEditorProps) => {
    const left = useRef(false);
    const leave = (): void => {
      if (left.current) return;
      left.current = true;
      onCancel();
    };
    useClosed(readOnly, leave);
    return (
      <Popover
        opened
        onClose={leave}
        anchor={
          <div className={editor['box']} style={style} data-editor data-list>
            <span className={editor['chosen']}>
              {fileCell({
                field,
                value,
                text: () => '',
                ...(size ?? { width: 4000, height: 96 }),
                context: { show: habits.show, user: (id) => users.find((one) => one.id === id), relative: () => '' },
                primary: false,
                openLabel: '',
              })}
            </span>
          </div>
        }
      >
        <div className={classes['popover']} role="group" aria-label={texts.label}>
          <FilesList
            field={field}
            value={value}
            cell={`${record} ${field.id}`}
            picturesOnly={picturesOnly}
            onChange={(next) => {
              if (onSave) onSave(next);
              else onDone({ value: next }, 'stay');
            }}
          />
        </div>
      </Popover>
    );
  };
  return Files;
};
