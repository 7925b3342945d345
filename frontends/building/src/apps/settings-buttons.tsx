import { Button, IconButton, newId, useTexts } from '@tessera/kit';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tessera/kit/icons';
import { blockType, type BlockPart } from '@tessera/proto/blocks';
import type { ReactNode } from 'react';
import { asksOfButton } from '../blocks/asks.ts';
import type { Config } from './apps.resource.ts';
import classes from './apps.module.css';

type OneButton = Config & { readonly id: string };

/** What is said of each of several buttons: as of a button alone, but for the line beside it. */
const parts = Object.entries(blockType('button')?.config ?? {}).filter(([name]) => name !== 'line');

/** Buttons in an order, each with its parts. */
export const ButtonsPart = ({
  value,
  most,
  renderPart,
  onChange,
}: {
  readonly value: unknown;
  readonly most: number;
  readonly renderPart: (name: string, part: BlockPart, value: unknown, onChange: (value: unknown) => void) => ReactNode;
  readonly onChange: (value: unknown) => void;
}) => {
  const t = useTexts('building');
  const buttons = Array.isArray(value) ? (value as readonly OneButton[]) : [];
  const put = (next: readonly OneButton[]): void => onChange(next.length === 0 ? null : next);
  const move = (at: number, by: number): void => {
    const one = buttons[at];
    if (one !== undefined) put(buttons.toSpliced(at, 1).toSpliced(at + by, 0, one));
  };
  return (
    <>
      {buttons.map((button, at) => {
        const label = typeof button['label'] === 'string' ? button['label'] : '';
        const name = label === '' ? t('apps.aButton', { at: at + 1 }) : label;
        return (
          <fieldset key={button.id} className={classes['buttonOf']} aria-label={name}>
            {parts
              .filter(([part]) => asksOfButton(part, button))
              .map(([part, of]) => (
                <div key={part}>
                  {renderPart(part, of, button[part], (next) => {
                    const { [part]: _before, ...rest } = button;
                    put(buttons.with(at, (next === null ? rest : { ...rest, [part]: next }) as OneButton));
                  })}
                </div>
              ))}
            <div className={classes['bar']}>
              <IconButton
                label={t('apps.bars.up')}
                icon={IconArrowUp}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              />
              <IconButton
                label={t('apps.bars.down')}
                icon={IconArrowDown}
                disabled={at === buttons.length - 1}
                onClick={() => move(at, 1)}
              />
              <IconButton
                label={t('apps.bars.takeOut', { name })}
                icon={IconTrash}
                onClick={() => put(buttons.toSpliced(at, 1))}
              />
            </div>
          </fieldset>
        );
      })}
      <Button icon={IconPlus} disabled={buttons.length >= most} onClick={() => put([...buttons, { id: newId() }])}>
        {t('apps.addButton')}
      </Button>
    </>
  );
};
