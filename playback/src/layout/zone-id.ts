import type { PlaylistId } from '@placard/contract'

/** The name of the zone that plays the display's own programme. */
export const MAIN_ZONE = 'main'
export type ZoneId = typeof MAIN_ZONE | PlaylistId
