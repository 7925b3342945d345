import { Avatar, Button, hueStyle, PickList, type PickOption, Popover } from '@tessera/kit';
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { displayText, isEmpty } from '../../data/values.ts';
import type { Go } from '../../grid/editors.ts';
import { editorCommand } from '../../grid/model/keys.ts';
import classes from '../../grid/view/editor.module.css';
import type { CellProps, TypeEditorProps } from '../view.ts';
import { keyOf, useClosed } from './editing.ts';
import { labelsCell, optionCell } from './option-cell.tsx';
import { peopleCell, personCell } from './person-cell.tsx';

type ListEditorProps = TypeEditorProps & {
  readonly multiple?: boolean;
  readonly choicesOf: (chosen: readonly string[]) => readonly PickOption[];
  readonly cell: (props: CellProps) => ReactNode;
  readonly placeholder: string;
};

/** A form's value is drawn as in a cell of a tall row that has all the room. */
const formSize = { width: 4000, height: 96 };

/** Where a choice leads: taken by Enter it goes on as from every other cell, by the pointer it stays. */
const goBy = (press: KeyboardEvent | undefined): Go => {
  const command = press && editorCommand(keyOf(press), false);
  return command?.do === 'commit' ? command.go : 'stay';
};

/** Values that are chosen in a list, which typing searches. */
const ListEditor = ({
  field,
  value,
  text,
  users,
  onDone,
  onCancel,
  onNewOption,
  habits,
  style,
  inCell,
  size = formSize,
  texts,
  readOnly,
  multiple = false,
  choicesOf,
  cell,
  placeholder,
}: ListEditorProps) => {
  const [chosen, setChosen] = useState<readonly string[]>(
    multiple
      ? Array.isArray(value)
        ? value.filter((one): one is string => typeof one === 'string')
        : []
      : typeof value === 'string'
        ? [value]
        : [],
  );
  const first = useRef(chosen);
  const left = useRef(false);
  const choices = choicesOf(chosen);
  const finish = (list: readonly string[], go: Go): void => {
    if (left.current) return;
    left.current = true;
    if (list === first.current) {
      if (go === 'stay') onCancel();
      else onDone({ value }, go);
    } else onDone({ value: multiple ? (list.length === 0 ? null : list) : (list[0] ?? null) }, go);
  };
  const cancel = (): void => {
    left.current = true;
    onCancel();
  };
  useClosed(readOnly, () => finish(chosen, 'stay'));
  const take = (id: string, press?: KeyboardEvent): void => {
    // The one that is there already is confirmed, not taken away.
    if (!multiple) finish(chosen[0] === id ? first.current : [id], goBy(press));
    else setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  };
  const context = useMemo(
    () => ({ show: habits.show, user: (id: string) => users.find((one) => one.id === id), relative: () => '' }),
    [habits, users],
  );
  const shown = multiple ? chosen : (chosen[0] ?? null);
  return (
    <Popover
      opened
      trapFocus={false}
      onClose={() => finish(chosen, 'stay')}
      onEscape={cancel}
      width={inCell ? 'target' : 320}
      anchor={
        <div className={classes['box']} style={style} data-editor data-list>
          {/* As the cell shows it: nothing changes its size because it is edited. */}
          <span className={classes['chosen']}>
            {isEmpty(shown)
              ? null
              : cell({
                  field,
                  value: shown,
                  text: () => displayText(field, shown, habits.show),
                  ...size,
                  context,
                  primary: false,
                  openLabel: '',
                })}
          </span>
        </div>
      }
    >
      <div
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) finish(chosen, 'stay');
        }}
      >
        <PickList
          label={texts.label}
          options={choices}
          selected={chosen}
          multiple={multiple}
          searchable
          placeholder={placeholder}
          initialSearch={text ?? ''}
          onPick={take}
          {...(multiple ? { onDone: (press: KeyboardEvent) => finish(chosen, goBy(press)) } : {})}
          {...(onNewOption
            ? { onCreate: (label: string, press?: KeyboardEvent) => take(onNewOption(field, label), press) }
            : {})}
          onBackspace={() => {
            if (multiple) setChosen(chosen.slice(0, -1));
            else finish([], 'stay');
          }}
          onKeyDown={(event, typed) => {
            if (event.key !== 'Tab') return;
            event.preventDefault();
            event.stopPropagation();
            const go = event.shiftKey ? 'left' : 'right';
            // What was typed is not lost: its match is taken, and what matches nothing stays in the cell to be mended.
            if (typed.search === '') finish(chosen, go);
            else if (typed.value !== undefined)
              finish(multiple ? [...new Set([...chosen, typed.value])] : [typed.value], go);
            else if (onNewOption) {
              const made = onNewOption(field, typed.search);
              finish(multiple ? [...chosen, made] : [made], go);
            } else if (!left.current) {
              left.current = true;
              onDone({ text: typed.search }, go);
            }
          }}
          footer={
            !multiple && chosen.length > 0 ? (
              <div className={classes['listFoot']} onMouseDown={(event) => event.preventDefault()}>
                <Button size="toolbar" variant="quiet" tabIndex={-1} onClick={() => finish([], 'stay')}>
                  {texts.clear}
                </Button>
              </div>
            ) : undefined
          }
        />
      </div>
    </Popover>
  );
};

const optionsOf = ({ field }: TypeEditorProps): readonly PickOption[] =>
  (field.props.options ?? []).map((option) => ({
    value: option.id,
    label: option.label,
    content: (
      <span className={classes['chip']} style={hueStyle(option.color)}>
        {option.label}
      </span>
    ),
  }));

export const OptionEditor = (props: TypeEditorProps) => (
  <ListEditor {...props} choicesOf={() => optionsOf(props)} cell={optionCell} placeholder={props.texts.find} />
);

export const OptionsEditor = (props: TypeEditorProps) => (
  <ListEditor {...props} multiple choicesOf={() => optionsOf(props)} cell={optionCell} placeholder={props.texts.find} />
);

/** Free labels: those that are known, and what is typed. `same`: two writings of one label. */
export const LabelsEditor = ({
  labels,
  same,
  ...props
}: TypeEditorProps & { readonly labels: readonly string[]; readonly same: (a: string, b: string) => boolean }) => (
  <ListEditor
    {...props}
    multiple
    choicesOf={(chosen) =>
      [...chosen, ...labels.filter((label) => !chosen.some((one) => same(one, label)))].map((label) => ({
        value: label,
        label,
        content: (
          <span className={classes['chip']} style={hueStyle('neutral')}>
            {label}
          </span>
        ),
      }))
    }
    onNewOption={(_field, label) => labels.find((one) => same(one, label)) ?? label.trim()}
    cell={labelsCell}
    placeholder={props.texts.find}
  />
);

/** Nobody is made by typing. */
const People = ({ onNewOption: _none, ...props }: TypeEditorProps & { readonly multiple?: boolean }) => (
  <ListEditor
    {...props}
    choicesOf={(chosen) =>
      props.users
        // Nobody is given more of what was theirs; a cell that has them shows them.
        .filter((user) => !user.erased || chosen.includes(user.id))
        .map((user) => ({
          value: user.id,
          label: user.name,
          detail: user.email,
          content: (
            <span className={classes['person']}>
              <Avatar name={user.name} id={user.id} photo={user.photo_url ?? null} />
              <span className="t-cut">{user.name}</span>
            </span>
          ),
        }))
    }
    cell={props.multiple ? peopleCell : personCell}
    placeholder={props.texts.findPerson}
  />
);

export const PersonEditor = (props: TypeEditorProps) => <People {...props} />;
export const PeopleEditor = (props: TypeEditorProps) => <People {...props} multiple />;
