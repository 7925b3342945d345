import type { Announced } from '../rule.ts';

/** Who may do what with the home page, preferences, apps, public links and folders. */
export const rights = {
  'preferences.own': { who: 'person' },
  'home.read': { who: 'person' },
  'apps.list': { app: 'any', told: 'canViewApps' },
  'apps.open': { app: 'interact' },
  'apps.edit': { seat: 'builder', app: 'full' },
  'apps.create': { seat: 'builder', flag: 'create_dashboard', told: 'canCreateApps' },
  'pages.list': { page: 'any', told: 'canViewPages' },
  'pages.view': { page: 'view' },
  // A new page follows the rule for all: who could not write in it makes none.
  'pages.create': { seat: 'member', flag: 'create_doc_pages', page: 'every', told: 'canCreatePages' },
  'pages.edit': { seat: 'member', page: 'edit' },
  // A title is a page's name for all. Whoever wrote a page names it as well: that is asked beside it.
  'pages.name': { seat: 'member', page: 'full' },
  // As in an app: who builds adds, changes and removes blocks.
  'pages.block': { seat: 'builder', page: 'edit' },
  'pages.delete': { seat: 'member', flag: 'delete_doc_pages', page: 'full' },
  // As with a table: who builds, and may do all with it.
  'pages.share': { seat: 'builder', page: 'full' },
  // What is shown of a table beside it needs the right to share that table.
  'apps.share': { seat: 'builder', flag: 'create_dashboard', app: 'full' },
  // Who builds a table and may change all of it shows it to the world; an administrator alone ends that for all. A link
  // shows more than the rows that a role leaves to its maker, so that they make none.
  'links.share': { seat: 'builder', table: 'full', whole: true },
  'links.list': { seat: 'builder', table: 'any' },
  'links.switch': { admin: true, seat: 'builder' },
  'templates.view': { told: 'canViewTemplates' },
  // It makes tables as well: that is asked beside it.
  'templates.install': { seat: 'builder', flag: 'create_dashboard' },
  'folders.list': { who: 'person' },
  'workspaces.manage': { seat: 'builder', flag: 'manage_workspaces', told: 'canManageWorkspaces' },
} as const satisfies Announced;
