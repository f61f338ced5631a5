import type { Board } from './kind-props.ts'
import type { CreateBand } from './ticker/ticker-band.ts'

/** The functions by which all members of a wall show one picture. */
export type WallHooks = { createBand: CreateBand } & Required<Pick<Board, 'keepInStep'>>
