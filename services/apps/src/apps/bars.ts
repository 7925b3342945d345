import { optionColors } from '@tessera/fields';
import { isId, type Actor } from '@tessera/kernel';
import {
  actionTypes,
  leadsOut,
  menuShortcuts,
  mostLogo,
  topBarAligns,
  topBarShortcuts,
  topBarStyles,
  withoutMenuItem,
  type Bars,
  type BottomNav,
  type MenuBar,
  type TopBar,
} from '@tessera/proto/blocks';
import { can } from '@tessera/proto/rights';
import { z } from 'zod';
import { href } from './config.ts';
import type { AppBars } from './evolve.ts';

const id = z.string().refine(isId, 'not an id');
const icon = z.string().max(80);
const color = z.enum(optionColors);
const flags = <Name extends string>(names: readonly Name[]) =>
  z.strictObject(
    Object.fromEntries(names.map((name) => [name, z.boolean().optional()])) as {
      [_ in Name]: z.ZodOptional<z.ZodBoolean>;
    },
  );

/** A picture in the address itself: of these kinds a browser runs nothing. */
export const logo = z
  .string()
  .max(mostLogo + 40)
  .regex(
    /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/,
    'not a PNG, JPEG or WebP as an address of data',
  );
const keptLogo = logo
  .nullable()
  .optional()
  .meta({ description: 'The one that the bar has, or null. Another is chosen by `PUT /v3/apps/{id}/bars/logo`.' });

/** The bars of an app as the API takes and answers them. */
export const topBar: z.ZodType<TopBar> = z
  .strictObject({
    bg_color: color.nullable().optional(),
    align_items: z.enum(topBarAligns).default('left'),
    items_variant: z.enum(topBarStyles).default('with_tabs_icons'),
    items: z
      .array(z.strictObject({ id, custom_color: color.nullable().optional(), custom_icon: icon.nullable().optional() }))
      .max(50),
    shortcuts: flags(topBarShortcuts).default({ chat: true, tasks: true, apps: true }),
    logo: keptLogo,
    show_login_button: z.boolean().default(true),
  })
  .meta({ id: 'TopBar' });

export const bottomNav: z.ZodType<BottomNav> = z
  .strictObject({
    items: z
      .array(
        z
          .strictObject({
            id,
            type: z.enum(actionTypes),
            target: z.string().min(1).max(2000),
            record_table: id.optional(),
            label: z.string().trim().min(1).max(60),
            icon: icon.min(1),
          })
          .superRefine((item, context) => {
            const wrong = (path: string, message: string): void =>
              context.addIssue({ code: 'custom', path: [path], message });
            if (leadsOut(item.type)) {
              if (!href.safeParse(item.target).success) wrong('target', 'not a link to a page or to an e-mail address');
            } else if (!isId(item.target)) wrong('target', 'not an id');
            if ((item.type === 'record') !== (item.record_table !== undefined))
              wrong('record_table', 'is required for a record, and for a record alone');
          }),
      )
      .min(1)
      .max(20),
    bg_color: color.nullable().optional(),
    only_show_on_mobile: z.boolean().default(false),
  })
  .meta({ id: 'BottomNav' });

export const menuBar: z.ZodType<MenuBar> = z
  .strictObject({
    title: z.string().max(120).default(''),
    items: z
      .array(
        z.discriminatedUnion('type', [
          z.strictObject({ id, type: z.literal('app'), app_id: id }),
          z.strictObject({ id, type: z.literal('table'), table_id: id }),
          z.strictObject({ id, type: z.literal('favorites') }),
          z.strictObject({ id, type: z.literal('workspace'), item_id: id }),
          z.strictObject({ id, type: z.literal('chat_channel'), item_id: id }),
          z.strictObject({
            id,
            type: z.literal('folder'),
            folder_config: z.strictObject({
              name: z.string().trim().min(1).max(120),
              is_collapsable: z.boolean().default(true),
            }),
          }),
          z.strictObject({ id, type: z.literal('folder_end'), folder_end_for: id }),
        ]),
      )
      .min(1)
      .max(200),
    top_bg_color: color,
    bottom_bg_color: color,
    logo: keptLogo,
    shortcuts: flags(menuShortcuts).default({}),
    allow_hide_menu: z.boolean().default(false),
    show_when_hovered: z.boolean().default(false),
    show_app_icons: z.boolean().default(true),
    large_icons: z.boolean().default(false),
  })
  .meta({ id: 'MenuBar' });

const read = <T>(json: string): T | null => (json === '' ? null : (JSON.parse(json) as T));
/** A top bar of before it said so has the menu of the person. */
const readTop = (json: string): TopBar | null => {
  const bar = read<Omit<TopBar, 'show_login_button'> & Partial<TopBar>>(json);
  return bar && { ...bar, show_login_button: bar.show_login_button ?? true };
};

/** The bars as a reader sees them: what they may not open stands in none. Builders see all that they put there. */
export const wireBars = (actor: Actor, { topBarJson, bottomNavJson, menuBarJson }: AppBars, builds: boolean): Bars => {
  const [top, bottom, menu] = [readTop(topBarJson), read<BottomNav>(bottomNavJson), read<MenuBar>(menuBarJson)];
  if (builds) return { top_bar: top, bottom_nav: bottom, menu_bar: menu };
  const opensApp = (appId: string): boolean => can(actor, 'apps.open', appId).allow;
  const opensTable = (tableId: string): boolean => can(actor, 'tables.view', tableId).allow;
  const leads = ({ type, target, record_table }: BottomNav['items'][number]): boolean => {
    if (type === 'app') return opensApp(target);
    if (type === 'record') return opensTable(record_table!);
    return leadsOut(type) || (opensTable(target) && can(actor, 'records.create', target).allow);
  };
  return {
    top_bar: top && { ...top, items: top.items.filter((one) => opensApp(one.id)) },
    bottom_nav: bottom && { ...bottom, items: bottom.items.filter(leads) },
    menu_bar: menu && {
      ...menu,
      items: menu.items
        .filter((one) =>
          one.type === 'app' ? !opensApp(one.app_id) : one.type === 'table' ? !opensTable(one.table_id) : false,
        )
        .reduce((left, one) => withoutMenuItem(left, one.id), menu.items),
    },
  };
};
