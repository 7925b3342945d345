import { Button, IconButton, Menu, type MenuEntry, Textarea, useTexts } from '@tessera/kit';
import { IconBold, IconItalic, IconUnderline, IconVariable } from '@tessera/kit/icons';
import { textVariables, type TextDocument, type TextVariable } from '@tessera/proto/blocks';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fieldIcon } from '../field-types/list.ts';
import type { MoreProps } from './settings-more.tsx';
import { fromWritten, toWritten, variableName } from './written.ts';
import classes from './apps.module.css';

const looks = [
  { mark: 'bold', sign: '**', icon: IconBold, key: 'b' },
  { mark: 'italic', sign: '*', icon: IconItalic, key: 'i' },
  { mark: 'underline', sign: '__', icon: IconUnderline, key: 'u' },
] as const;

/** A text, how its letters look, and what stands in it for each reader. */
export const TextPart = ({ label, value, fields, onChange }: MoreProps) => {
  const t = useTexts('building');
  const content = value as TextDocument | undefined;
  const box = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  // What is typed stays as it was typed for as long as it says what is kept.
  const kept = toWritten(content, fields);
  const text = typed !== null && toWritten(fromWritten(typed, fields), fields) === kept ? typed : kept;
  const put = (written: string): void => {
    setTyped(written);
    const read = fromWritten(written, fields);
    onChange(read.blocks.length === 0 ? null : read);
  };
  /** Puts something in the place of what is chosen, with signs around it; what is chosen then is asked for. */
  const replace = (written: (chosen: string) => string, choose: readonly [number, number] | null): void => {
    const { selectionStart: from = text.length, selectionEnd: to = text.length } = box.current ?? {};
    const instead = written(text.slice(from, to));
    const [start, end] = choose ?? [instead.length, 0];
    const select = (): void => {
      box.current?.focus();
      box.current?.setSelectionRange(from + start, from + instead.length - end);
    };
    flushSync(() => put(`${text.slice(0, from)}${instead}${text.slice(to)}`));
    select();
    // A menu that closes gives the focus back to its button.
    if (choose === null)
      requestAnimationFrame(() => {
        if (document.activeElement !== box.current) select();
      });
  };
  const around = (sign: string): void => replace((chosen) => `${sign}${chosen}${sign}`, [sign.length, sign.length]);
  const insert = (variable: TextVariable): void => replace(() => `{{${variableName(variable, fields)}}}`, null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    const look = looks.find(({ key }) => key === event.key.toLowerCase());
    if (look === undefined) return;
    event.preventDefault();
    around(look.sign);
  };
  const items: readonly MenuEntry[] = [
    { id: 'reader', heading: t('apps.ofReader') },
    ...textVariables.map((of) => ({
      id: of as string,
      label: t(`apps.variables.${of}`),
      onSelect: () => insert({ of }),
    })),
    ...(fields.length === 0
      ? []
      : [
          { id: 'record', heading: t('apps.ofTheRecord') },
          ...fields.map((field) => ({
            id: `record.${field.id}`,
            label: field.name,
            icon: fieldIcon(field.type),
            onSelect: () => insert({ of: 'record', fieldId: field.id }),
          })),
        ]),
  ];
  return (
    <>
      <div className={classes['bar']} role="group" aria-label={t('apps.letters')}>
        {looks.map(({ mark, sign, icon }) => (
          <IconButton key={mark} label={t(`apps.looks.${mark}`)} icon={icon} onClick={() => around(sign)} />
        ))}
        <Menu
          side="bottom-end"
          label={t('apps.insert')}
          anchor={
            <Button size="toolbar" icon={IconVariable}>
              {t('apps.insert')}
            </Button>
          }
          items={items}
        />
      </div>
      <Textarea
        ref={box}
        label={label}
        help={t('apps.textHelp')}
        rows={12}
        value={text}
        onChange={put}
        onKeyDown={onKeyDown}
      />
    </>
  );
};
