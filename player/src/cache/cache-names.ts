// Shared by the page, which fills it, and the worker, which serves from it.

/** Verified media and nothing else, by path. */
export const MEDIA_CACHE = 'placard-media'
