/** The measurements of the server, in the order in which they are made and shown. */
export const PART_NAMES = [
  'fan-out',
  'many-displays',
  'crowded',
  'hostile',
  'storm',
  'start',
  'plan',
  'playlists',
  'edits',
  'library',
  'plays',
  'machines',
  'take-over',
  'lint',
  'feeds',
  'sources',
  'cells',
  'read',
  'nodes',
  'bus',
] as const
export type PartName = (typeof PART_NAMES)[number]
