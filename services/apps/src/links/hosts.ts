import { invalid } from '../refusals.ts';

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const port = /^[1-9][0-9]{0,4}$/;

const isHost = (text: string): boolean => {
  const [name = '', ...ports] = text.split(':');
  const labels = (name.startsWith('*.') ? name.slice(2) : name).split('.');
  return (
    labels.length <= 9 &&
    labels.every((one) => label.test(one)) &&
    ports.length <= 1 &&
    ports.every((one) => port.test(one))
  );
};

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
    if (name.length > 200 || !isHost(name)) throw invalid('links.host_invalid', { host: text });
    return name;
  });
  return [...new Set(hosts)];
};
