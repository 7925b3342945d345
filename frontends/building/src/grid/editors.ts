/** Where the selection goes when an editor is left. */
export type Go = 'down' | 'up' | 'right' | 'left' | 'stay';
