/** Playlist ids are generated, and no display id matches. Without Zod, because the landing page needs addresses too. */
export const PLAYLIST_ID = /^_[a-z0-9]{20}$/
