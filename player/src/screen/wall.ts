import { hang, placeInWall, styledWall } from '../stage/wall/hang.ts'
import { keepInStep } from '../stage/wall/keep-in-step.ts'
import { createWallBand } from '../stage/wall/wall-band.ts'
import type { WallHooks } from '../stage/wall-hooks.ts'

export { TestCard } from '../stage/wall/test-card.tsx'
export { inCell } from './in-cell.ts'
export { hang, styledWall }

// Loaded with the first cell or test card that a paired screen gets, and kept offline as all parts are.

export const WALL_HOOKS: WallHooks = { createBand: createWallBand(placeInWall), keepInStep }
