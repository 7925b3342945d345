import type { Import } from './imports.ts';

/**
 * A boundary of the code (CONTRIBUTING.md), with an import that must break it: the proof that the rule fires.
 */
export type Rule = {
  readonly name: string;
  readonly breaks: (i: Import) => boolean;
  readonly planted: { readonly from: string; readonly text: string };
};

export const isTest = (path: string) =>
  /\.(spec|contract)\.tsx?$|\/test(ing)?(\/|\.ts$)|\/bench\.ts$/.test(path) || path.startsWith('infra/verification/');
const service = (path: string) => /^services\/([^/]+)/.exec(path)?.[1];
const pureFile = /(^|\/)(decide|evolve|events|write|projection)\.ts$/;
const drivers = /^(node:sqlite|mongodb|kafkajs|redis|nats|ws|nice-grpc|@grpc\/grpc-js)(\/|$)/;
const adapterHomes =
  /^(infra\/(event-store|document-store|messaging|rpc|live|runtime|shared-state|engines)\/|services\/gateway\/)/;
const inKernel = (path: string) => path === 'infra/kernel' || path.startsWith('infra/kernel/');

export const rules: readonly Rule[] = [
  {
    name: 'a service imports no other service',
    breaks: (i) => service(i.from) !== undefined && service(i.to) !== undefined && service(i.from) !== service(i.to),
    planted: { from: 'services/tables/src/records/http.ts', text: "import { x } from '@tessera/auth';" },
  },
  {
    name: 'infra knows no service and no frontend, but for the composition root and the verification',
    breaks: (i) => /^infra\/(?!verification\/|runtime\/)/.test(i.from) && /^(services|frontends)\//.test(i.to),
    planted: { from: 'infra/web/src/router.ts', text: "import { x } from '../../../services/tables/src/index.ts';" },
  },
  {
    name: 'the kernel imports nothing of ours',
    breaks: (i) => inKernel(i.from) && !isTest(i.from) && !inKernel(i.to) && i.to !== 'node:crypto',
    planted: { from: 'infra/kernel/src/ids.ts', text: "import { x } from '@tessera/web';" },
  },
  {
    name: 'pure files of a service touch no clock, disk, network or framework',
    breaks: (i) =>
      i.from.startsWith('services/') &&
      pureFile.test(i.from) &&
      !i.typeOnly &&
      (i.to.startsWith('node:') ||
        i.to === 'express' ||
        drivers.test(i.to) ||
        (i.to.startsWith('infra/') && !inKernel(i.to))),
    planted: { from: 'services/tables/src/definitions/decide.ts', text: "import { readFileSync } from 'node:fs';" },
  },
  {
    name: 'no driver outside its adapter',
    breaks: (i) => drivers.test(i.to) && !adapterHomes.test(i.from) && !isTest(i.from),
    planted: { from: 'services/tables/src/records/query.ts', text: "import { DatabaseSync } from 'node:sqlite';" },
  },
  {
    name: 'frontends reach the back end through the API alone: no service, no infra but the kernel, which field types share',
    breaks: (i) =>
      i.from.startsWith('frontends/') &&
      !isTest(i.from) &&
      (i.to.startsWith('services/') ||
        (i.to.startsWith('infra/') && !inKernel(i.to)) ||
        /^proto\/fields\/(src\/)?schema/.test(i.to)),
    planted: { from: 'frontends/shell/src/home.page.tsx', text: "import { x } from '@tessera/tables';" },
  },
  {
    name: 'the workbench of a table knows nothing of what draws it',
    breaks: (i) =>
      i.from.startsWith('frontends/building/src/workbench/') &&
      !isTest(i.from) &&
      /^frontends\/building\/src\/(?:(?:grid|phone|record|view-types)\/|.*\.(?:tsx|css)$)/.test(i.to),
    planted: { from: 'frontends/building/src/workbench/list.ts', text: "import type { Grid } from '../grid/grid.ts';" },
  },
  {
    name: 'what a type of view is stands in its own folder: it is reached through the list of types, and knows no other type',
    breaks: (i) => {
      const type = /^(?:proto\/views|frontends\/building\/src\/view-types)\/(?!parts\/)[^/]+\/(?=[^/]+$)/.exec(
        i.to,
      )?.[0];
      return type !== undefined && !i.from.startsWith(type) && !isTest(i.from) && !i.from.endsWith('/list.ts');
    },
    planted: {
      from: 'frontends/building/src/view-types/gallery/screen.tsx',
      text: "import { GridSettings } from '../table/settings.tsx';",
    },
  },
  {
    name: 'the kit knows no remote',
    breaks: (i) => i.from.startsWith('frontends/kit/') && /^frontends\/(?!kit)/.test(i.to),
    planted: { from: 'frontends/kit/src/ui/button.tsx', text: "import { x } from '../../../shell/src/app.tsx';" },
  },
  {
    name: 'kit/ui fetches nothing',
    breaks: (i) =>
      i.from.startsWith('frontends/kit/src/ui/') &&
      /^frontends\/kit\/src\/(api\/(?!error\.ts)|live\/)/.test(i.to) &&
      !i.typeOnly,
    planted: { from: 'frontends/kit/src/ui/button.tsx', text: "import { api } from '../api/client.ts';" },
  },
  {
    name: 'field types are shared with the browser: they import the kernel alone, but for the schema that services derive of them',
    breaks: (i) =>
      i.from.startsWith('proto/fields/') &&
      !isTest(i.from) &&
      !i.to.startsWith('proto/fields/') &&
      !inKernel(i.to) &&
      !(i.from === 'proto/fields/src/schema.ts' && i.to === 'zod'),
    planted: { from: 'proto/fields/src/number/type.ts', text: "import { createHash } from 'node:crypto';" },
  },
  {
    name: 'the client of programs stands alone: it imports nothing of ours and nothing of Node',
    breaks: (i) => i.from.startsWith('proto/client/') && !isTest(i.from) && !i.to.startsWith('proto/client/'),
    planted: { from: 'proto/client/src/known.ts', text: "import type { FieldProps } from '@tessera/fields';" },
  },
  {
    name: 'rights are shared with the browser: they import the kernel alone, and of its code only the parts without Node',
    breaks: (i) =>
      i.from.startsWith('proto/rights/') &&
      !isTest(i.from) &&
      !i.to.startsWith('proto/rights/') &&
      !(inKernel(i.to) && (i.typeOnly || i.to !== 'infra/kernel')),
    planted: { from: 'proto/rights/can.ts', text: "import { newId } from '@tessera/kernel';" },
  },
];
