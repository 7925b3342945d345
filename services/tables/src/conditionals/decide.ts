import type { ConditionalRule } from '@tessera/fields/conditionals';
import { maskAllows } from '@tessera/proto/rights';
import { definitionHandler, type Matching } from '../definitions/handler.ts';
import { schemaOf } from '../definitions/schema.ts';
import { invalid } from '../refusals.ts';
import { mayStand, rulesJson } from './rules.ts';

/** Rules of a table at most. */
export const mostRules = 100;

type Change = { readonly tableId: string; readonly rules: readonly ConditionalRule[] } & Matching;

/**
 * Sets all rules about the fields of a table. A rule that is on must be whole: what it asks and what it is about are
 * there. Rules that are off keep what they had.
 */
export const changeConditionals = definitionHandler<Change>('fields.manage', (table, { rules }, { grant }) => {
  if (rules.length > mostRules) throw invalid('conditionals.too_many', { limit: mostRules });
  const schema = schemaOf(table);
  const kept = new Map((table.conditionals ?? []).map((rule) => [rule.id, JSON.stringify(rule)]));
  const broken = rules.flatMap((rule, at) => {
    const named = [...rule.fieldIds, ...rule.conditions.map(({ fieldId }) => fieldId)];
    // A rule that stands as it stood may have lost a field since: it does nothing, and keeps nobody from saving others.
    if (kept.get(rule.id) === JSON.stringify(rule)) return [];
    const hidden = named.some((id) => schema.byId.has(id) && !maskAllows(grant.fieldMask, id));
    const own = rule.conditions.some(({ fieldId }) => rule.fieldIds.includes(fieldId));
    const { fields, conditions } = mayStand(schema, rule);
    const wrong =
      fields.length > 0 || conditions.length > 0 || rule.fieldIds.length === 0 || rule.conditions.length === 0;
    return hidden || (rule.off !== true && (wrong || own)) ? [{ rule: at, fields, conditions }] : [];
  });
  if (broken.length > 0) throw invalid('conditionals.invalid', 'There are invalid conditions', { rules: broken });
  const [next, before] = [rulesJson(rules), rulesJson(table.conditionals ?? [])];
  if (next === before) return [];
  return [{ $case: 'conditionalsChanged', value: { tableId: table.id, rulesJson: next, beforeJson: before } }];
});
