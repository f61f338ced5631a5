import { Manifest } from '../manifest.ts'
import { DISPLAY, display } from './address.ts'
import type { DetailsOf, Routes } from './shape.ts'

export const MANIFEST_ROUTES = {
  getManifest: {
    method: 'GET',
    path: `${DISPLAY}/manifest`,
    access: 'public',
    params: display,
    response: Manifest,
    status: 200,
  },
  streamManifest: {
    method: 'GET',
    path: `${DISPLAY}/manifest/live`,
    access: 'public',
    params: display,
    response: 'stream',
    status: 200,
  },
} as const satisfies Routes

export const MANIFEST_DETAILS = {
  getManifest: {
    tag: 'Player',
    summary: 'Reads what a display plays: its visible items and its lines.',
    errors: [],
    takes: ['If-None-Match'],
    tells: ['ETag'],
    precedence: 'playing',
    ofScreen: true,
  },
  streamManifest: {
    tag: 'Player',
    summary: 'Streams what a display plays: now, and again after each change.',
    errors: ['too-many-streams'],
    ofScreen: true,
  },
} as const satisfies DetailsOf<typeof MANIFEST_ROUTES>
