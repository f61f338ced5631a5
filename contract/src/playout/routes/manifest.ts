import { onProgramme } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { Manifest, PastManifest, PastQuery } from '../manifest.ts'

/** A playlist has no screens. Its manifest is only for the preview, so reading it requires the viewer role. */
const onManifest = <Path extends string>(path: Path) => {
  const { ofPlaylist, ...ofDisplay } = onProgramme(path, {})
  return { ...ofDisplay, ofPlaylist: { ...ofPlaylist, access: 'viewer' } } as const
}

export const MANIFEST_ROUTES = {
  getManifest: {
    method: 'GET',
    ...onManifest('/manifest'),
    access: 'public',
    response: Manifest,
  },
  streamManifest: {
    method: 'GET',
    ...onManifest('/manifest/live'),
    access: 'public',
    response: 'stream',
  },
  /** For the preview of a past instant. `past-not-known` if it is more than 30 days ago, or was not recorded. */
  getPastManifest: {
    method: 'GET',
    ...onProgramme('/manifest/past', {}),
    access: 'viewer',
    query: PastQuery,
    response: PastManifest,
  },
} as const satisfies Routes

export const MANIFEST_DETAILS = {
  getManifest: {
    summary: 'Returns the manifest of a display: its visible items and its lines.',
    errors: ['paired-screens-only'],
    takes: ['If-None-Match'],
    tells: ['ETag'],
    precedence: 'playing',
    ofScreen: true,
  },
  streamManifest: {
    summary: 'Streams the manifest of a display: now, and after each change.',
    errors: ['paired-screens-only', 'too-many-streams'],
    ofScreen: true,
  },
  getPastManifest: {
    tag: 'Activity',
    summary: 'Returns what a display played at a moment of the last 30 days.',
    errors: ['past-not-known'],
  },
} as const satisfies DetailsOf<typeof MANIFEST_ROUTES>
