import { typeOfField } from '@tessera/fields';
import { canBeRuled, canDecide, ruleActions, type RuleField } from '@tessera/fields/conditionals';
import {
  addTexts,
  api,
  Button,
  Dialog,
  type Field,
  type Filter,
  IconButton,
  type Id,
  MultiSelect,
  newId,
  Panel,
  Segmented,
  Switch,
  type Table,
  toast,
  useErrorText,
  type User,
  useTexts,
} from '@tessera/kit';
import { IconAlertTriangle, IconPlus, IconTrash } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { filterOf, isGroup, isFinished, type Leaf, operatorsOf } from '../data/filters.ts';
import { useHabits } from '../data/use-habits.ts';
import { displayText } from '../data/values.ts';
import { SortList } from '../table/drag-list.tsx';
import { FilterBuilder, leafOf } from '../table/filter-builder.tsx';
import type { TablePanelsProps } from '../table/panels.tsx';
import { useTableUpdate } from '../table/queries.ts';
import { tableApi } from '../table/table.resource.ts';
import classes from './rules.module.css';

await addTexts('building', 'conditionals', {
  en: () => import('./texts/en.ts'),
  pt: () => import('./texts/pt.ts'),
  es: () => import('./texts/es.ts'),
});

type Rule = Table['conditionals'][number];

const ruleField = (field: Field): RuleField | undefined => {
  const type = typeOfField(field);
  return type === undefined ? undefined : { type, props: field.props };
};
const decides = (field: Field): boolean => {
  const one = ruleField(field);
  return one !== undefined && canDecide(one) && operatorsOf(field).length > 0;
};
const isRuled = (field: Field): boolean => {
  const one = ruleField(field);
  return one !== undefined && canBeRuled(one);
};

/** Why a rule does nothing; undefined for one that is whole, or off. */
const faultOf = (
  rule: Rule,
  fields: readonly Field[],
): 'noFields' | 'noConditions' | 'own' | 'unfinished' | undefined => {
  if (rule.off === true) return undefined;
  const byId = new Map(fields.map((field) => [field.id, field]));
  if (rule.fieldIds.length === 0 || rule.fieldIds.some((id) => !byId.has(id))) return 'noFields';
  if (rule.conditions.length === 0) return 'noConditions';
  if (rule.conditions.some(({ fieldId }) => rule.fieldIds.includes(fieldId))) return 'own';
  const whole = rule.conditions.every((one) => {
    const field = byId.get(one.fieldId);
    return field !== undefined && decides(field) && isFinished(one as Leaf, fields);
  });
  return whole ? undefined : 'unfinished';
};

/** What a value of a condition is called. */
const valueText = (
  field: Field,
  value: unknown,
  users: readonly User[],
  show: Parameters<typeof displayText>[2],
): string => {
  const list = Array.isArray(value) ? value : [value];
  return list
    .filter((one) => one !== null && one !== undefined && one !== '')
    .map((one: unknown) => {
      const option = field.props.options?.find(({ id }) => id === one);
      if (option !== undefined) return option.label;
      const user = users.find(({ id }) => id === one);
      if (user !== undefined) return user.name;
      return displayText(field, one as never, show) || String(one);
    })
    .join(', ');
};

/** How many records meet the conditions of a rule now. */
const Met = ({ table, rule }: { readonly table: Table; readonly rule: Rule }) => {
  const t = useTexts('building');
  const filter = filterOf({ joint: rule.match, items: rule.conditions as readonly Leaf[] }, table.fields);
  const { data } = useQuery({
    queryKey: ['conditionals', table.id, JSON.stringify(filter ?? null)],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      const [all, met] = await Promise.all([
        tableApi.count(table.id, {}, signal),
        tableApi.count(table.id, filter === undefined ? {} : { filter: filter as Filter }, signal),
      ]);
      return { all: all.total, met: met.total };
    },
    enabled: filter !== undefined,
    staleTime: 10_000,
  });
  return data === undefined ? null : <>{t('conditionals.met', { met: data.met, all: data.all })}</>;
};

/** The rules about the fields of a table: which are shown, asked for or kept, and when. */
export const RulesPanel = ({ table, users, onPanel }: TablePanelsProps) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const update = useTableUpdate(table.id);
  const habits = useHabits(users);
  const [rules, setRules] = useState<readonly Rule[]>(table.conditionals);
  const [opened, setOpened] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [saving, setSaving] = useState(false);
  const given = JSON.stringify(table.conditionals);
  const changed = JSON.stringify(rules) !== given;
  const [before, setBefore] = useState(given);
  useEffect(() => {
    // Somebody else changed them: what is not touched here follows.
    if (given === before) return;
    setBefore(given);
    setRules((now) => (JSON.stringify(now) === before ? table.conditionals : now));
  }, [given, before, table.conditionals]);
  const faults = rules.map((rule) => faultOf(rule, table.fields));
  const broken = faults.some(
    (fault, at) =>
      fault !== undefined &&
      JSON.stringify(rules[at]) !== JSON.stringify(table.conditionals.find(({ id }) => id === rules[at]?.id)),
  );
  const set = (rule: Rule): void => setRules((all) => all.map((one) => (one.id === rule.id ? rule : one)));
  const close = (): void => (changed ? setAsking(true) : onPanel(null));
  const save = async (): Promise<void> => {
    if (!changed || broken || saving) return;
    setSaving(true);
    try {
      const { data, commit } = await api.send('put', '/v3/tables/{table}/conditionals', {
        path: { table: table.id },
        body: { rules: rules as never },
      });
      update(data);
      toast({
        message: t('conditionals.saved'),
        ...(commit !== null && { undo: () => void tableApi.undo(commit).then(() => update()) }),
      });
    } catch (error) {
      toast({ kind: 'error', message: t('error.notSaved'), detail: errorText(error) });
    } finally {
      setSaving(false);
    }
  };
  const add = (): void => {
    const deciding = table.fields.find(decides);
    const leaf = deciding && leafOf(deciding);
    const rule: Rule = {
      id: newId(),
      action: 'show',
      fieldIds: [],
      match: 'and',
      conditions: leaf ? [leaf as never] : [],
    };
    setRules((all) => [...all, rule]);
    setOpened(rule.id);
  };
  const remove = (rule: Rule): void => {
    const at = rules.indexOf(rule);
    setRules((all) => all.filter((one) => one.id !== rule.id));
    toast({ message: t('conditionals.removed'), undo: () => setRules((all) => all.toSpliced(at, 0, rule)) });
  };
  const nameOf = (id: Id): string => table.fields.find((field) => field.id === id)?.name ?? t('conditionals.goneField');
  const sentence = (rule: Rule): string => {
    const fields = rule.fieldIds.map(nameOf).join(', ') || '…';
    const when = rule.conditions
      .map(({ fieldId, operator, value }) => {
        const field = table.fields.find(({ id }) => id === fieldId);
        const words = [nameOf(fieldId), t(`operators.${operator}`)];
        return [...words, field ? valueText(field, value, users, habits.show) : '']
          .filter((one) => one !== '')
          .join(' ');
      })
      .join(` ${t(`filter.${rule.match}`).toLowerCase()} `);
    return t(`conditionals.sentence.${rule.action}`, { fields, when: when || '…' });
  };
  return (
    <>
      <Panel
        opened
        label={t('conditionals.title')}
        onClose={close}
        footer={
          <>
            {broken && (
              <span className={classes['broken']} role="alert">
                <IconAlertTriangle aria-hidden="true" />
                {t('conditionals.invalid')}
              </span>
            )}
            <Button disabled={!changed} onClick={() => setRules(table.conditionals)}>
              {t('conditionals.discard')}
            </Button>
            <Button
              variant="primary"
              disabled={!changed || broken}
              working={saving && t('conditionals.saving')}
              onClick={() => void save()}
            >
              {t('conditionals.save')}
            </Button>
          </>
        }
      >
        <div className={classes['head']}>
          <p className="t-secondary">
            {t(rules.length === 0 ? 'conditionals.none' : 'conditionals.about', { count: rules.length })}
          </p>
          <Button size="toolbar" icon={IconPlus} onClick={add}>
            {t('conditionals.add')}
          </Button>
        </div>
        <SortList
          label={t('conditionals.title')}
          items={rules.map((rule) => ({ ...rule, name: sentence(rule) }))}
          onMove={(id, to) =>
            setRules((all) => {
              const rule = all.find((one) => one.id === id);
              return rule === undefined ? all : all.filter((one) => one !== rule).toSpliced(to, 0, rule);
            })
          }
          render={({ id, name }) => {
            const rule = rules.find((one) => one.id === id)!;
            const fault = faults[rules.indexOf(rule)];
            const isOpen = opened === id;
            return (
              <div className={classes['rule']} data-open={isOpen || undefined} data-off={rule.off || undefined}>
                <div className={classes['line']}>
                  <button
                    type="button"
                    className={classes['sentence']}
                    aria-expanded={isOpen}
                    onClick={() => setOpened(isOpen ? null : id)}
                  >
                    {name}
                  </button>
                  <Switch
                    ariaLabel={t('conditionals.on', { rule: name })}
                    checked={rule.off !== true}
                    onChange={(on) => {
                      const { off: _off, ...rest } = rule;
                      set(on ? rest : { ...rest, off: true });
                    }}
                  />
                </div>
                {fault !== undefined && <p className={classes['broken']}>{t(`conditionals.fault.${fault}`)}</p>}
                {isOpen && (
                  <div className={classes['parts']}>
                    <Segmented
                      label={t('conditionals.action')}
                      value={rule.action}
                      options={ruleActions.map((one) => ({ value: one, label: t(`conditionals.actions.${one}`) }))}
                      onChange={(action) => set({ ...rule, action })}
                    />
                    <MultiSelect
                      label={t('conditionals.fields')}
                      values={rule.fieldIds}
                      options={table.fields
                        .filter((field) => rule.action === 'show' || rule.action === 'hide' || isRuled(field))
                        .map((field) => ({ value: field.id, label: field.name }))}
                      onChange={(fieldIds) => set({ ...rule, fieldIds: [...fieldIds] })}
                    />
                    <FilterBuilder
                      flat
                      tree={{ joint: rule.match, items: rule.conditions as readonly Leaf[] }}
                      fields={table.fields.filter(decides)}
                      users={users}
                      onChange={({ joint, items }) =>
                        set({ ...rule, match: joint, conditions: items.filter((one) => !isGroup(one)) as never })
                      }
                      count={fault === undefined ? <Met table={table} rule={rule} /> : null}
                    />
                    <div>
                      <IconButton
                        label={t('conditionals.remove', { rule: name })}
                        icon={IconTrash}
                        onClick={() => remove(rule)}
                      />
                    </div>
                  </div>
                )}
              </div>
            );
          }}
        />
      </Panel>
      {asking && (
        <Dialog
          opened
          title={t('conditionals.leave')}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{t('conditionals.stay')}</Button>
              <Button variant="primary" onClick={() => onPanel(null)}>
                {t('conditionals.leaveNow')}
              </Button>
            </>
          }
        >
          <p className="t-secondary">{t('conditionals.leaveText')}</p>
        </Dialog>
      )}
    </>
  );
};
