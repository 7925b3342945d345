import { fieldTypes, operandFormats, relativeDates, valueFormats } from '@tessera/fields';

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');
const code = (value: unknown): string => `\`${JSON.stringify(value)}\``;

const types = (): string =>
  table(
    ['Type', 'What a value is', 'Example'],
    fieldTypes.map(({ id }) => [`\`${id}\``, valueFormats[id]?.takes ?? '', code(valueFormats[id]?.example)]),
  );

/** Types that take the same operators stand together. */
export const operators = (): string => {
  const groups = new Map<string, { readonly types: string[]; readonly operators: string }>();
  for (const type of fieldTypes) {
    const listed = type.operators.map(({ id, value }) => `\`${id}\` (${operandFormats[value]})`).join(', ');
    const group = groups.get(listed);
    if (group === undefined) groups.set(listed, { types: [type.id], operators: listed });
    else group.types.push(type.id);
  }
  return table(
    ['Types', 'Operators'],
    [...groups.values()].map((group) => [group.types.map((id) => `\`${id}\``).join(', '), group.operators]),
  );
};

/** The pages of the reference before its operations, in Markdown; types and operators are those of the product. */
export const apiGuide = (): string => `Everything that the screens do is a call of this API.

# Start

Create a token with \`POST /v3/api-token\` while you are logged in, and send it with each request:

\`\`\`sh
curl -H "Authorization: Bearer $TOKEN" https://your.server/api/v3/tables
\`\`\`

A request without a token gets 401 with \`WWW-Authenticate: Bearer\`. A token may do what its owner may.

# Field types

A record's \`fields\` are keyed by field id, or by field name with \`?fieldKey=name\`. \`null\` empties a cell; empty cells are absent from answers.

${types()}

Numbers of more than 15 digits come as texts ("100000000000000.01"), so that no reader rounds them. A number with more decimals than its field keeps is rounded half away from zero, and the answer says what is kept. \`?numbers=text\` answers every number as a text. \`?texts=short\` cuts texts at 500 characters and names them in \`cut\`.

# Filters

A filter is a condition \`{fieldId, operator, value}\`, or a group \`{and: [...]}\` or \`{or: [...]}\`, five groups deep at most. \`fieldId\` takes an id or a name.

${operators()}

A relative date is \`{"relative": "thisWeek"}\`, one of ${relativeDates.map((name) => `\`${name}\``).join(', ')}; the last two take \`days\` as well.

\`\`\`json
{"filter": {"and": [{"fieldId": "Stage", "operator": "isAnyOf", "value": ["Won"]}, {"fieldId": "Close date", "operator": "isWithin", "value": {"relative": "thisMonth"}}]}}
\`\`\`

# Paging

An answer with \`next\` has more: send it as \`after\` with the same query. \`limit\` is 1 to 1,000. A page ends early with the record that passes 4 MB. Histories are read on with \`before\`.

# Undo

A write answers the header \`tessera-commit\`, and \`tessera-operation\` where it is part of an operation. \`POST /v3/undo/{id}\` undoes either, also an import of a million rows; undoing the undo redoes it. Values that were changed since are answered as conflicts (409 \`undo.conflicts\`) and nothing is written: send \`{"conflicts": "skip"}\` or \`{"conflicts": "overwrite"}\`. \`{"preview": true}\` tells what would happen.

# Idempotency

Send \`Idempotency-Key\` (1 to 200 visible characters) with a write: sent again with the same request it answers as the first time and writes nothing. Ids that you choose yourself do the same for new tables and records.

\`If-Match\` with an ETag refuses with 412 where something changed meanwhile. A \`version\` beside the \`fields\` of a record merges other fields and answers 409 \`records.conflict\` for the same one.

# Assistants

\`/api/mcp\` speaks the Model Context Protocol (Streamable HTTP). An assistant that is given the address and a token lists tables, reads and writes records, runs automations and undoes what it did, with the rights of the token's owner and no others. A client's settings look like this:

\`\`\`json
{"mcpServers": {"tessera": {"type": "http", "url": "https://your.server/api/mcp", "headers": {"Authorization": "Bearer tst_..."}}}}
\`\`\`

# Rate limits

A token has 200 requests a second and 2,000 at once, an address without a token 20 a second and 300 at once. A person has 250 requests under way. Beyond them an answer is 429 with \`Retry-After\` in seconds. 503 says that the server is busy; try again after \`Retry-After\`.

# Errors

\`\`\`json
{"error": {"id": "5d1c-2a", "code": "records.not_unique", "message": "Another record has this value.", "details": {}}}
\`\`\`

Match on \`code\`, never on \`message\`. \`id\` names the request, as does the header \`tessera-request\`.

${table(
  ['Status', 'Meaning'],
  [
    ['400', 'The request is not valid; `details.issues` names each place'],
    ['401', 'No token, or one that does not work'],
    ['403', 'Your role or seat does not allow it'],
    ['404', 'Nothing that you may see has this id'],
    ['409', 'What is there has changed, or a rule of it refuses this'],
    ['412', 'If-Match no longer holds'],
    ['413', 'Too large'],
    ['422', 'Values break a rule of the table; `details` names them'],
    ['429', 'Too many requests'],
    ['503', 'Busy, or a part does not answer; try again'],
  ],
)}
`;
