import type { ManifestReadCode } from '@placard/contract'
import { Qr } from './qr.tsx'
import { cornerSideOf, readAddressOf } from './read-address.ts'

// Loaded when a display asks for it: no other screen pays for it. Lengths are shares of the glass's shorter side.

/** As ISO/IEC 18004 asks for: anything may lie around it. */
const QUIET_ZONE = 4
const SIDE = '20vmin'
const FROM_EDGE = '2vmin'

type Props = {
  readCode: ManifestReadCode
  language: string | undefined
  /** The band's room is the pictures'. */
  isFull: boolean
}

/** [TW2] The way to the page to read, where a line ends: over pictures, films and pages. Notices leave its place free. */
export function ReadCorner({ readCode, language, isFull }: Props) {
  return (
    <div
      className="read-corner"
      style={{
        position: 'absolute',
        [cornerSideOf(language)]: FROM_EDGE,
        bottom: isFull ? FROM_EDGE : `calc(10% + ${FROM_EDGE})`,
        width: SIDE,
        height: SIDE,
        overflow: 'hidden',
        background: '#fff',
        borderRadius: '1vmin',
        lineHeight: 0,
      }}
    >
      <Qr text={readAddressOf(readCode)} border={QUIET_ZONE} />
    </div>
  )
}
