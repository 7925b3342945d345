import { requireFeature } from '@tessera/proto/rights';
import { readConfig } from '@tessera/proto/views';
import { definitionHandler, type Matching } from '../definitions/handler.ts';
import type { TableForm } from '../definitions/state.ts';
import { invalid } from '../refusals.ts';
import { checkConfig } from '../views/check.ts';
import { formType } from './wire.ts';

/** Bytes of a form's configuration, as of a view's. */
const most = 64_000;
/** How a form opens under every plan. */
const plain: readonly unknown[] = [undefined, 'side_panel', 'modal_compact'];

type Change = {
  readonly tableId: string;
  readonly form: TableForm;
  /** The validated document of the API (views/config.ts); true for a table without a form of its own. */
  readonly config: object | true;
} & Matching;

/** Gives a table the form that new records are asked by, or that those which are there are opened in. */
export const changeForm = definitionHandler<Change>('fields.manage', (table, { form, config }, { grant, meta }) => {
  const { configJson: beforeJson = '', configVersion: beforeVersion = 0 } = table.forms?.[form] ?? {};
  const json = config === true ? '' : JSON.stringify(config);
  if (json.length > most) throw invalid('forms.config_too_large', { limit: most });
  const shows = form === 'update';
  const version = config === true ? 0 : checkConfig(table, grant, formType, config, { shows }).version;
  if (json === beforeJson && version === beforeVersion) return [];
  const way = (config as { readonly open_as?: unknown }).open_as;
  // What opens so already may stay.
  const kept = beforeJson === '' ? undefined : readConfig(formType, beforeVersion, beforeJson)['open_as'];
  if (!plain.includes(way) && way !== kept) requireFeature(meta.actor, 'advancedDevFeatures');
  const value = { tableId: table.id, form, configJson: json, configVersion: version, beforeJson, beforeVersion };
  return [{ $case: 'tableFormChanged', value }];
});
