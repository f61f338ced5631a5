import type { PlaylistId } from '@placard/contract'

/** The name of the zone that plays the display's own programme. */
export const MAIN_ZONE = 'main'
/** The name of the insert, which a screen shows like a zone above the others. */
export const INSERT_ZONE = 'insert'
export type ZoneId = typeof MAIN_ZONE | typeof INSERT_ZONE | PlaylistId
