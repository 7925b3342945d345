import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const openssl = (...args: readonly string[]): void => void execFileSync('openssl', args, { stdio: 'pipe' });

/**
 * A certificate authority of a test's own, in a folder of its own: `issue` answers the paths of what a process of an
 * installation is given.
 */
export const makeAuthority = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-authority-'));
  const at = (file: string): string => join(folder, file);
  openssl(
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.crt'),
  );
  return {
    ca: at('ca.crt'),
    /** A certificate for these names, such as `DNS:tables` or `IP:127.0.0.1`; good as a server's and as a client's. */
    issue: (names: readonly string[]) => {
      const [key, request, cert] = ['leaf.key', 'leaf.csr', 'leaf.crt'].map(at) as [string, string, string];
      openssl(
        'req',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-subj',
        '/CN=tessera',
        '-addext',
        `subjectAltName=${names.join(',')}`,
        '-keyout',
        key,
        '-out',
        request,
      );
      openssl(
        'x509',
        '-req',
        '-in',
        request,
        '-CA',
        at('ca.crt'),
        '-CAkey',
        at('ca.key'),
        '-CAcreateserial',
        '-days',
        '2',
        '-copy_extensions',
        'copyall',
        '-out',
        cert,
      );
      const paths = { cert, key, ca: at('ca.crt') };
      return { paths, pems: { cert: readFileSync(cert), key: readFileSync(key), ca: readFileSync(paths.ca) } };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
