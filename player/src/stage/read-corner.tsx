import type { ManifestReadCode } from '@placard/contract'
import { Qr } from './qr.tsx'
import { cornerSideOf, readAddressOf } from './read-address.ts'

// Loaded only when a display needs it. Lengths are shares of the screen's shorter side.

/** As ISO/IEC 18004 requires, because any content may be around it. */
const QUIET_ZONE = 4
/** On a wall `--vmin` is a hundredth of the wall's shorter side. */
const share = (value: number) => `calc(var(--vmin, 1vmin) * ${value})`
const SIDE = share(20)
const FROM_EDGE = share(2)

type Props = {
  readCode: ManifestReadCode
  language: string | undefined
  /** The media area takes the band's space. */
  isFull: boolean
}

/**
 * [TW2] The code for the page to read, in the corner where a line ends. It lies over pictures, films and web pages.
 * Notices leave its place free.
 */
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
        borderRadius: share(1),
        lineHeight: 0,
      }}
    >
      <Qr text={readAddressOf(readCode)} border={QUIET_ZONE} />
    </div>
  )
}
