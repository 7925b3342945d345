/** The embedded document store, named by address: threads import it, and this package depends on its types only. */
export const embeddedModel = new URL('../../document-store/src/sqlite/model-writer.ts', import.meta.url);
