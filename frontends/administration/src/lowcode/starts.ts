import type { Language } from './functions.resource.ts';

/** What a function without code starts with. */
export const starts: Readonly<Record<Language, string>> = {
  javascript: `export default async function ({ input, bridge, log }) {
  log.info('Called with', input);
  return { input };
}
`,
  python: `def main(input, bridge):
    bridge.log.info('Called with', input)
    return {'input': input}
`,
  php: `<?php
function main($input, $bridge) {
    $bridge->log->info('Called with', json_encode($input));
    return ['input' => $input];
}
`,
  dotNet: `using System.Collections.Generic;

public static class Function
{
    public static object Main(Dictionary<string, object> input, Bridge bridge)
    {
        bridge.Log.Info("Called with", input);
        return new { input };
    }
}
`,
};

/** What a trigger without code starts with: it lets pass what comes before, and notes what came behind. */
export const triggerStarts: Readonly<Record<Language, string>> = {
  javascript: `export default async function ({ input, bridge, log }) {
  const { event, records } = input;
  log.info(event, records.length);
  // Before a write: { refuse: 'Why' } refuses it, { records: [{ values: { field: value } }] } changes it.
  return null;
}
`,
  python: `def main(input, bridge):
    bridge.log.info(input['event'], len(input['records']))
    # Before a write: {'refuse': 'Why'} refuses it, {'records': [{'values': {field: value}}]} changes it.
    return None
`,
  php: `<?php
function main($input, $bridge) {
    $bridge->log->info($input['event'], count($input['records']));
    // Before a write: ['refuse' => 'Why'] refuses it, ['records' => [['values' => [$field => $value]]]] changes it.
    return null;
}
`,
  dotNet: `using System.Collections.Generic;

public static class Function
{
    public static object Main(Dictionary<string, object> input, Bridge bridge)
    {
        var records = (List<object>)input["records"];
        bridge.Log.Info(input["event"], records.Count);
        // Before a write: new { refuse = "Why" } refuses it, new { records = ... } with values by field changes it.
        return null;
    }
}
`,
};

/** One step further in, as people of the language have it. */
export const units: Readonly<Record<Language, string>> = {
  javascript: '  ',
  python: '    ',
  php: '    ',
  dotNet: '    ',
};

export type BridgeCall = 'find' | 'get' | 'create' | 'update' | 'remove' | 'fetch' | 'secret' | 'log';

/** What code may ask for, as it is written in each language. */
export const bridgeCalls: Readonly<Record<Language, Readonly<Record<BridgeCall, string>>>> = {
  javascript: {
    find: 'await bridge.table(tableId).find({ filter, limit: 100 })',
    get: 'await bridge.table(tableId).get(recordId)',
    create: 'await bridge.table(tableId).create(values)',
    update: 'await bridge.table(tableId).update(recordId, values)',
    remove: 'await bridge.table(tableId).remove(recordId)',
    fetch: 'await bridge.fetch(url, { method, headers, body })',
    secret: 'await bridge.secret(name)',
    log: 'log.info(text)',
  },
  python: {
    find: "bridge.table(table_id).find({'filter': filter, 'limit': 100})",
    get: 'bridge.table(table_id).get(record_id)',
    create: 'bridge.table(table_id).create(values)',
    update: 'bridge.table(table_id).update(record_id, values)',
    remove: 'bridge.table(table_id).remove(record_id)',
    fetch: "bridge.fetch(url, {'method': method, 'headers': headers, 'body': body})",
    secret: 'bridge.secret(name)',
    log: 'bridge.log.info(text)',
  },
  php: {
    find: "$bridge->table($tableId)->find(['filter' => $filter, 'limit' => 100])",
    get: '$bridge->table($tableId)->get($recordId)',
    create: '$bridge->table($tableId)->create($values)',
    update: '$bridge->table($tableId)->update($recordId, $values)',
    remove: '$bridge->table($tableId)->remove($recordId)',
    fetch: "$bridge->fetch($url, ['method' => $method, 'headers' => $headers, 'body' => $body])",
    secret: '$bridge->secret($name)',
    log: '$bridge->log->info($text)',
  },
  dotNet: {
    find: 'bridge.Table(tableId).Find(new { filter, limit = 100 })',
    get: 'bridge.Table(tableId).Get(recordId)',
    create: 'bridge.Table(tableId).Create(values)',
    update: 'bridge.Table(tableId).Update(recordId, values)',
    remove: 'bridge.Table(tableId).Remove(recordId)',
    fetch: 'bridge.Fetch(url, new { method, headers, body })',
    secret: 'bridge.Secret(name)',
    log: 'bridge.Log.Info(text)',
  },
};
