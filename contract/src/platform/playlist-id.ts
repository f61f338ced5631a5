/** Generated, and no display's. Without Zod: the landing page has addresses too. */
export const PLAYLIST_ID = /^_[a-z0-9]{20}$/
