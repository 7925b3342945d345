const ofOf = /\bfor\s*(?:await\s*)?\(\s*(?:const|let|var)\s+of\s+of\b/g;

/**
 * Loops over a variable by the name of `of`, by their text. They are JavaScript, and what checks and lays out our code
 * reads them; but Node does not read `for (const of of [1])` when it takes the types away, so that a worker thread or a
 * process that is started from such a file ends at once.
 */
export const loopsByOf = (text: string): readonly string[] => [...text.matchAll(ofOf)].map(([found]) => found);
