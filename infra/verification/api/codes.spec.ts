import { awayRefusals, requestRefusals, undoRefusals, writeRefusals } from '@tessera/kernel';
import { expect, it } from 'vitest';
import { messages as building } from '../../../frontends/building/src/locales/codes/en.ts';
import { messages as kit } from '../../../frontends/kit/src/locales/en.ts';
import { messages as refusedInSpanish } from '../../../frontends/kit/src/locales/refusals/es.ts';
import { messages as refusedInPortuguese } from '../../../frontends/kit/src/locales/refusals/pt.ts';
import { messages as shell } from '../../../frontends/shell/src/locales/en.ts';
import { list as web } from '../../../infra/web/src/refusals.ts';
import { list as apps } from '../../../services/apps/src/refusals.ts';
import { list as audit } from '../../../services/audit/src/refusals.ts';
import { list as auth } from '../../../services/auth/src/refusals.ts';
import { list as connectors } from '../../../services/connectors/src/refusals.ts';
import { list as files } from '../../../services/files/src/refusals.ts';
import { list as notifications } from '../../../services/notifications/src/refusals.ts';
import { list as tables } from '../../../services/tables/src/refusals.ts';

const declared = new Set(
  [
    awayRefusals,
    requestRefusals,
    undoRefusals,
    writeRefusals,
    apps,
    audit,
    auth,
    connectors,
    files,
    notifications,
    tables,
    web,
  ]
    .flatMap((list) => Object.keys(list))
    .map((code) => code.replaceAll('.', '_')),
);
/** What is no refusal of a request: of the browser itself, of a status, of an upload, of work that ended. */
const others =
  /^(unknown|internal|unavailable|changed|network_\w+|uploads_full|review_\w+|operations_(set_aside|discarded))$/;

it('every text for a code is for one that a service answers', () => {
  const texts = [kit, building, shell].flatMap(({ codes }) => Object.keys(codes));
  expect(texts.length).toBeGreaterThan(60);
  expect(texts.filter((text) => !declared.has(text) && !others.test(text))).toEqual([]);
});

it('a code has a text of a screen, or a sentence in Portuguese and Spanish beside the English one of its service', () => {
  const texts = new Set([kit, building, shell].flatMap(({ codes }) => Object.keys(codes)));
  for (const { codes } of [refusedInPortuguese, refusedInSpanish])
    expect([...declared].filter((code) => !texts.has(code) && !Object.hasOwn(codes, code))).toEqual([]);
  expect(Object.keys(refusedInSpanish.codes)).toEqual(Object.keys(refusedInPortuguese.codes));
});
