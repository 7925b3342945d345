import type { ModelOp, Projection } from '@tessera/kernel';
import { linkAggregate, sharingAggregate, type Link } from '../links/evolve.ts';
import { folderStream, sharingStream, type AppsEvent } from '../events.ts';
import { foldersAggregate, noFolders, type FolderTree } from '../folders/evolve.ts';
import { buildAggregate, type Build } from '../builder/evolve.ts';
import { installAggregate, type Install, type OwnTemplate, type Published } from '../templates/evolve.ts';
import type { DocPage } from '../pages/evolve.ts';
import { projectPage } from '../pages/projection.ts';
import { appAggregate, type App, type AppDraft } from './evolve.ts';

/** The folded state with the version of its stream. */
export type AppDocument = App & { readonly revision: number };
/** What members saw from a moment on. */
export type VersionDocument = {
  readonly appId: string;
  readonly version: number;
  readonly at: number;
  readonly by: string;
  readonly draft: AppDraft;
};

export const versionId = (appId: string, version: number): string => `${appId}.${version}`;

export const appsModel: Projection<AppsEvent> = {
  name: 'apps',
  version: 8,
  project: (event, context, state) => {
    const [advance] = context.advances;
    if (advance === undefined || !('version' in advance)) return [];
    if (advance.stream === folderStream) {
      const before = (state(folderStream) as FolderTree | undefined) ?? noFolders;
      const document = foldersAggregate.evolve(before, event, context);
      return [{ op: 'document.put', collection: 'folders', id: 'all', document }];
    }
    if ('pageId' in event.value)
      return projectPage(event, context, state(advance.stream) as DocPage | undefined, advance.version);
    if (advance.stream === sharingStream) {
      const document = sharingAggregate.evolve(sharingAggregate.initial, event, context);
      return [{ op: 'document.put', collection: 'sharing', id: 'all', document }];
    }
    if (event.$case === 'templatePublished' || event.$case === 'templateWithdrawn') {
      const { templateId: id } = event.value;
      const one = state(advance.stream) as Published | undefined;
      if (one === undefined)
        return [
          { op: 'document.delete', collection: 'gallery', id },
          { op: 'document.delete', collection: 'gallery_wholes', id },
        ];
      const { entry, templateJson } = one;
      return [
        { op: 'document.put', collection: 'gallery', id, document: entry },
        { op: 'document.put', collection: 'gallery_wholes', id, document: { templateJson } },
      ];
    }
    if ('templateId' in event.value) {
      const document = state(advance.stream) as OwnTemplate | undefined;
      return document === undefined ? [] : [{ op: 'document.put', collection: 'templates', id: document.id, document }];
    }
    if ('buildId' in event.value) {
      const document = buildAggregate.evolve(state(advance.stream) as Build | undefined, event, context);
      return document === undefined ? [] : [{ op: 'document.put', collection: 'builds', id: document.id, document }];
    }
    if ('operationId' in event.value) {
      const before = state(advance.stream) as Install | undefined;
      const document = installAggregate.evolve(before, event, context);
      return document === undefined ? [] : [{ op: 'document.put', collection: 'installs', id: document.id, document }];
    }
    if ('linkId' in event.value) return [];
    if ('link' in event.value) {
      const document = linkAggregate.evolve(state(advance.stream) as Link | undefined, event, context);
      return document === undefined ? [] : [{ op: 'document.put', collection: 'links', id: document.id, document }];
    }
    // Folding twice is folding once here, so it does not matter whether the store hands the state of before or after.
    const app = appAggregate.evolve((state(advance.stream) as App | undefined) ?? appAggregate.initial, event, context);
    if (app === undefined) return [];
    const document: AppDocument = { ...app, revision: advance.version };
    const put: ModelOp = { op: 'document.put', collection: 'apps', id: app.id, document };
    if (event.$case !== 'appPublished' || app.published === undefined) return [put];
    const { version, at, by, draft } = app.published;
    const kept: VersionDocument = { appId: app.id, version, at, by, draft };
    return [put, { op: 'document.put', collection: 'versions', id: versionId(app.id, version), document: kept }];
  },
};
