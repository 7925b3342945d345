import { Button, IconButton, NumberInput, Select, TextInput, useTexts } from '@tessera/kit';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tessera/kit/icons';
import { type ColorRule, colorRules } from '@tessera/proto/blocks/figures';
import { ColorSelect } from './bars/parts.tsx';
import classes from './apps.module.css';

const first: ColorRule = { when: 'under', than: 0, color: 'rose' };

/** Which colour a number has: rules in an order, each with a number, a colour and what that means. */
export const ColorsPart = ({
  label,
  value,
  most,
  onChange,
}: {
  readonly label: string;
  readonly value: unknown;
  readonly most: number;
  readonly onChange: (value: unknown) => void;
}) => {
  const t = useTexts('building');
  const rules = Array.isArray(value) ? (value as readonly ColorRule[]) : [];
  const put = (next: readonly ColorRule[]): void => onChange(next.length === 0 ? null : next);
  const move = (at: number, by: number): void => {
    const one = rules[at];
    if (one !== undefined) put(rules.toSpliced(at, 1).toSpliced(at + by, 0, one));
  };
  return (
    <section className={classes['rules']} aria-label={label}>
      <h3 className="t-strong">{label}</h3>
      {rules.length > 1 && <p className="t-caption">{t('apps.rulesHelp')}</p>}
      {rules.map((rule, at) => {
        const name = t('apps.rule', { at: at + 1 });
        const set = (parts: Partial<ColorRule>): void => put(rules.with(at, { ...rule, ...parts }));
        return (
          <fieldset key={at} className={classes['buttonOf']} aria-label={name}>
            <Select
              label={t('apps.ruleWhen')}
              value={rule.when}
              options={colorRules.map((when) => ({
                value: when as string,
                label: t(`apps.rules.${when}`, { value: '' }).trim(),
              }))}
              onChange={(when) => set({ when: when as ColorRule['when'] })}
            />
            <NumberInput
              label={t('apps.ruleThan')}
              value={rule.than}
              onChange={(than) => than !== null && set({ than })}
            />
            <ColorSelect
              label={t('apps.bars.color')}
              value={rule.color}
              onChange={(color) => color !== null && set({ color })}
            />
            <TextInput
              label={t('apps.ruleLabel')}
              maxLength={40}
              value={rule.label ?? ''}
              onChange={(text) => {
                const { label: _before, ...rest } = rule;
                put(rules.with(at, text === '' ? rest : { ...rest, label: text }));
              }}
            />
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
                disabled={at === rules.length - 1}
                onClick={() => move(at, 1)}
              />
              <IconButton
                label={t('apps.bars.takeOut', { name })}
                icon={IconTrash}
                onClick={() => put(rules.toSpliced(at, 1))}
              />
            </div>
          </fieldset>
        );
      })}
      <Button icon={IconPlus} disabled={rules.length >= most} onClick={() => put([...rules, first])}>
        {t('apps.addRule')}
      </Button>
    </section>
  );
};
