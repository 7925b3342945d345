import { textFaults } from './texts.ts';
import { tokenFaults } from './tokens.ts';

// `node frontends/kit/checks/run.ts [texts|tokens]`: says every fault and fails if there is one.
const frontends = new URL('../../', import.meta.url).pathname;
const only = process.argv[2];
const faults = [
  ...(only === 'tokens' ? [] : await textFaults(frontends)),
  ...(only === 'texts' ? [] : tokenFaults(frontends).map(({ file, line, text }) => `${file}:${line} has the raw colour ${text}; use a token`)),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log('Texts are complete and every colour is a token.');
