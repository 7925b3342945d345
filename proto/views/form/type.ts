import type { ViewType } from '../type.ts';

/** A page that asks for the fields of one new record. */
export const form: ViewType = {
  id: 'form',
  version: 1,
  config: {
    /** What is asked, in this order; a field that is not named is not asked. */
    fields: { of: 'questions', most: 600, required: true },
    /** Without it the form is called as its view. */
    title: { of: 'text', most: 200 },
    description: { of: 'text', most: 2000 },
    /** What stands on the button that sends it. */
    submit_label: { of: 'text', most: 60 },
    /** What follows a record that was made: a page that says so, the form once more, or the way out of it with a notice. */
    on_save: {
      of: 'choice',
      values: ['show_form_success_page', 'keep_open', 'close_and_show_success_notification'],
    },
    /** How it opens where it is a table's own: beside the page, over it, in its place, or with columns of tools at its side. */
    open_as: {
      of: 'choice',
      values: ['side_panel', 'modal_compact', 'modal_wide', 'full_screen', '3_cols', '4_cols'],
    },
    /** Of a table's form for its records: what stands beside the fields, all of it where nothing is said. */
    tools: { of: 'choices', values: ['comments', 'history', 'more'] },
    /** What that page or notice says. */
    success_message: { of: 'text', most: 1000 },
    /** Of the band above the title. */
    header_color: {
      of: 'choice',
      values: [
        'rose',
        'orange',
        'amber',
        'olive',
        'lime',
        'green',
        'teal',
        'cyan',
        'blue',
        'indigo',
        'violet',
        'pink',
        'neutral',
      ],
    },
  },
};
