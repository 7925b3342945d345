import { useTexts } from '@tessera/kit';
import type { Issue, Step, Trigger } from '@tessera/proto/automations';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { tableQuery, tablesQuery } from './automations.resource.ts';
import type { Field, Source } from './model.ts';

/** The names of tables and of their fields, as they are known. */
export const useNames = (tableIds: readonly string[]) => {
  const { data: tables = [] } = useQuery(tablesQuery);
  const client = useQueryClient();
  const { data: opened = [] } = useQuery({
    queryKey: ['automation-table-fields', ...tableIds],
    // One that is not there any more, or not open, has no names.
    queryFn: async () => Promise.all(tableIds.map((id) => client.fetchQuery(tableQuery(id)).catch(() => undefined))),
    placeholderData: (before) => before,
  });
  const fields = new Map<string, readonly Field[]>(
    opened.flatMap((one) => (one === undefined ? [] : [[one.id, one.fields] as const])),
  );
  return {
    tables,
    table: (id: unknown): string | undefined => tables.find((one) => one.id === id)?.label,
    /** What a form of one of the tables is called. */
    form: (id: unknown): string | undefined =>
      opened.flatMap((one) => one?.views.find((view) => view.id === id) ?? [])[0]?.label,
    fieldsOf: (id: unknown): readonly Field[] => fields.get(String(id)) ?? [],
    field: (id: string): string | undefined =>
      [...fields.values()].flatMap((all) => all.find((one) => one.id === id) ?? [])[0]?.name,
  };
};
export type Names = ReturnType<typeof useNames>;

/** What starts an automation and what its steps do, in a few words. */
export const useStepWords = () => {
  const t = useTexts('administration');
  return {
    trigger: (
      { type, config }: Trigger,
      table: Names['table'],
      form: Names['form'] = () => undefined,
    ): { readonly title: string; readonly detail: string } => ({
      title: t(`automation.trigger.${type}.title`, { defaultValue: type }),
      detail:
        type === 'schedule'
          ? [config['cron'], config['zone']].filter(Boolean).join(' · ')
          : type === 'form_answered'
            ? [form(config['formId']), table(config['tableId'])].filter(Boolean).join(' · ')
            : (table(config['tableId']) ?? ''),
    }),
    step: ({ type, config }: Step, table: Names['table']): { readonly title: string; readonly detail: string } => ({
      title: t(`automation.step.${type}.title`, { defaultValue: type }),
      detail:
        type === 'delay'
          ? typeof config['seconds'] === 'number'
            ? t('automation.seconds', { count: config['seconds'] })
            : ''
          : type === 'http_request'
            ? [config['method'], typeof config['url'] === 'string' ? config['url'] : ''].filter(Boolean).join(' ')
            : (table(config['tableId']) ?? ''),
    }),
    issue: ({ field, code, name }: Issue, names: Pick<Names, 'field' | 'table'>): string =>
      t(`automation.issue.${code}`, {
        field: t(`automation.part.${field}`, { defaultValue: field }),
        name: name === undefined ? '' : (names.field(name) ?? names.table(name) ?? name),
      }),
    /** Why something failed: our own reasons in the reader's language, others as they came. */
    why: ({ code, reason }: { readonly code: string | null; readonly reason: string | null }): string =>
      code === null
        ? (reason ?? '')
        : t(`automation.why.${code.replace('automations.', '')}`, { defaultValue: reason ?? '' }),
    source: ({ of, name }: Source): { readonly of: string; readonly name: string } => ({
      of: 'trigger' in of ? t('automation.fromTrigger') : `${t(`automation.step.${of.type}.title`)} · ${of.step}`,
      name: 'field' in name ? name.field : 'set' in name ? name.set : t(`automation.own.${name.own}`),
    }),
  };
};
