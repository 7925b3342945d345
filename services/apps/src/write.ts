import type { WriteModule } from '@tessera/kernel';
import {
  addBlock,
  archiveApp,
  changeApp,
  changeBars,
  changeLogo,
  configureBlock,
  createApp,
  placeBlocks,
  publishApp,
  removeBlock,
  restoreApp,
  takeVersion,
} from './apps/decide.ts';
import { appAggregate } from './apps/evolve.ts';
import { appsModel } from './apps/projection.ts';
import { codec, type AppsEvent } from './events.ts';
import { changeFolder, createFolder, deleteFolder } from './folders/decide.ts';
import { foldersAggregate } from './folders/evolve.ts';
import { askReceipt, changeLink, mailLink, openLink, switchLinks } from './links/decide.ts';
import { linkAggregate, sharingAggregate } from './links/evolve.ts';
import { notices } from './notices.ts';
import { addPageBlock, archivePage, changePage, createPage, restorePage, writePage } from './pages/decide.ts';
import { pageAggregate } from './pages/evolve.ts';
import { answerBuild, askBuild, closeBuild } from './builder/decide.ts';
import { buildAggregate } from './builder/evolve.ts';
import {
  deleteTemplate,
  endInstall,
  planInstall,
  publishTemplate,
  reviewTemplate,
  saveTemplate,
  withdrawTemplate,
} from './templates/decide.ts';
import { galleryAggregate, installAggregate, ownTemplateAggregate } from './templates/evolve.ts';
import { undoCommit, undoPreview } from './undo/decide.ts';

const commands = {
  createApp,
  changeApp,
  changeBars,
  changeLogo,
  addBlock,
  configureBlock,
  removeBlock,
  placeBlocks,
  publishApp,
  takeVersion,
  archiveApp,
  restoreApp,
  createFolder,
  changeFolder,
  deleteFolder,
  createPage,
  changePage,
  archivePage,
  restorePage,
  writePage,
  addPageBlock,
  openLink,
  changeLink,
  mailLink,
  askReceipt,
  switchLinks,
  planInstall,
  endInstall,
  saveTemplate,
  deleteTemplate,
  reviewTemplate,
  publishTemplate,
  withdrawTemplate,
  askBuild,
  answerBuild,
  closeBuild,
  'undo.commit': undoCommit,
  'undo.preview': undoPreview,
};
export type AppsCommands = typeof commands;

/** What the writer knows of apps, folders and public links. */
export const writeModule: WriteModule<AppsEvent> = {
  service: 'apps',
  events: codec,
  aggregates: [
    appAggregate,
    foldersAggregate,
    pageAggregate,
    linkAggregate,
    sharingAggregate,
    installAggregate,
    ownTemplateAggregate,
    galleryAggregate,
    buildAggregate,
  ],
  projections: [appsModel],
  notices,
  collections: [
    { name: 'apps', indexes: [] },
    { name: 'versions', indexes: ['appId'] },
    { name: 'pages', indexes: [] },
    { name: 'page_texts', indexes: [] },
    { name: 'page_versions', indexes: ['pageId'] },
    { name: 'folders', indexes: [] },
    { name: 'links', indexes: ['tableId'] },
    { name: 'sharing', indexes: [] },
    { name: 'installs', indexes: ['state'] },
    { name: 'builds', indexes: ['state'] },
    { name: 'templates', indexes: ['builderId', 'review'] },
    { name: 'gallery', indexes: [] },
    { name: 'gallery_wholes', indexes: [] },
  ],
  commands,
};
