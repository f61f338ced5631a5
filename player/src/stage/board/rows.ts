import type { BoardRow } from '@placard/playback'
import type { KindProps } from '../kind-props.ts'
import type { Reader } from './reader.ts'

/** The rows that a look draws. */
export type Drawn = { reader: Reader; rows: readonly BoardRow[]; media: KindProps['media']; isTall: boolean }
