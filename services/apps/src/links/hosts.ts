import { invalid } from '../refusals.ts';

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const host = new RegExp(`^(?:\\*\\.)?${label}(?:\\.${label}){0,8}(?::[1-9][0-9]{0,4})?$`);

/**
 * The hosts whose pages may show a link in a frame, each once. Nothing in them may mean anything in a policy: a name
 * with an optional `*.` before it and a port behind it. Somebody may have copied an address: what is not its host goes.
 */
export const hostsOf = (written: readonly string[]): string[] => {
  const hosts = written.map((text) => {
    const [name = ''] = text
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .split('/');
    if (name.length > 200 || !host.test(name)) throw invalid('links.host_invalid', { host: text });
    return name;
  });
  return [...new Set(hosts)];
};
