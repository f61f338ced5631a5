// Shared by the page, which fills the cache, and the worker, which serves from it.

/** Contains only verified media, by path. */
export const MEDIA_CACHE = 'placard-media'
