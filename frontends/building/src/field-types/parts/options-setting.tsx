import { nextColorAmong } from '@tessera/fields';
import { Button, hueStyle, IconButton, newId, Popover, type SelectOption, TextInput, useTexts } from '@tessera/kit';
import { IconPlus, IconX } from '@tessera/kit/icons';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { moved } from '../../grid/model/geometry.ts';
import { SortList } from '../../table/drag-list.tsx';
import { Hues } from '../../table/hues.tsx';
import classes from '../../table/table.module.css';
import type { SettingProps } from '../view.ts';

const Options = ({
  options,
  colorFor,
  onChange,
}: {
  options: readonly SelectOption[];
  /** The colour of one more. */
  colorFor: (options: readonly SelectOption[]) => string;
  onChange: (options: readonly SelectOption[]) => void;
}) => {
  const t = useTexts('building');
  const [coloring, setColoring] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const set = (id: string, change: Partial<SelectOption>): void =>
    onChange(options.map((option) => (option.id === id ? { ...option, ...change } : option)));
  const add = (): void => {
    // What is typed next is its label.
    flushSync(() => onChange([...options, { id: newId(), label: '', color: colorFor(options) }]));
    [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus();
  };
  return (
    <div ref={list}>
      <span className="t-medium" style={{ font: '500 13px/20px var(--font)' }}>
        {t('options.title')}
      </span>
      <div style={{ marginInline: -8, marginTop: 4 }}>
        <SortList
          label={t('options.title')}
          items={options.map((option) => ({ id: option.id, name: option.label }))}
          onMove={(id, to) =>
            onChange(
              moved(
                options,
                options.findIndex((option) => option.id === id),
                to,
              ),
            )
          }
          render={(item) => {
            const option = options.find((one) => one.id === item.id);
            if (!option) return null;
            return (
              <>
                <Popover
                  opened={coloring === option.id}
                  onClose={() => setColoring(null)}
                  label={t('options.color')}
                  anchor={
                    <button
                      type="button"
                      className={classes['hue']}
                      style={{ ...hueStyle(option.color), width: 24, height: 24, flex: 'none' }}
                      aria-label={t('options.colorOf', { name: option.label })}
                      onClick={() => setColoring(option.id)}
                    />
                  }
                >
                  <Hues
                    value={option.color}
                    onPick={(color) => {
                      set(option.id, { color });
                      setColoring(null);
                    }}
                  />
                </Popover>
                <span style={{ flex: 1, minWidth: 0 }}>
                  <TextInput
                    label={t('options.label')}
                    labelHidden
                    value={option.label}
                    maxLength={200}
                    onChange={(label) => set(option.id, { label })}
                    onKeyDown={(event) => {
                      if (event.key !== 'Enter') return;
                      event.preventDefault();
                      add();
                    }}
                  />
                </span>
                <IconButton
                  label={t('options.remove', { name: option.label })}
                  icon={IconX}
                  tooltip={false}
                  onClick={() => onChange(options.filter((one) => one.id !== option.id))}
                />
              </>
            );
          }}
        />
      </div>
      <Button size="toolbar" variant="quiet" icon={IconPlus} onClick={add}>
        {t('options.add')}
      </Button>
    </div>
  );
};

/** The options of a select, each with its label and colour, in their order. */
export const OptionsSetting = ({ props, onChange, fields, fieldId }: SettingProps) => (
  <Options
    options={props.options ?? []}
    colorFor={(options) => nextColorAmong(options, fields, fieldId)}
    onChange={(options) => onChange({ options })}
  />
);
