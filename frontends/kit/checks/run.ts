import { textFaults } from './texts.ts';
import { tokenFaults } from './tokens.ts';

// `node frontends/kit/checks/run.ts [texts|tokens]`: says every fault and fails if there is one.
const frontends = new URL('../../', import.meta.url).pathname;
const only = process.argv[2];
const faults = [
  ...(only === 'tokens' ? [] : await textFaults(frontends)),
  ...(only === 'texts'
    ? []
    : tokenFaults(frontends).map(({ file, line, text }) => `${file}:${line} has the raw colour ${text}; use a token`)),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
else process.stdout.write('Texts are complete and every colour is a token.\n');
