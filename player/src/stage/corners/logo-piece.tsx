import { useEffect, useLayoutEffect, useState } from 'react'
import type { MediaSource } from '../../cache/lend.ts'
import { srcOf, usePicture } from '../use-picture.ts'
import { type PieceProps, Plate, roomPx } from './plate.tsx'

/** The picture could not be loaded: it is tried again, because the piece may stand there for weeks. */
const AGAIN_MS = 60_000
/** White around it, as a share of its height. */
const FRAME = 0.1

type Props = PieceProps & { url: string; media: MediaSource }

/** A logo on white, in its own proportions. */
export function LogoPiece(props: Props) {
  const [tries, setTries] = useState(0)
  return <Logo key={tries} {...props} onFailed={() => setTries((before) => before + 1)} />
}

function Logo({ url, media, onFailed, ...place }: Props & { onFailed: () => void }) {
  const { unitPx, onLaidOut } = place
  const picture = usePicture(url, media)
  const src = srcOf(picture)

  useEffect(() => {
    if (picture !== undefined) return
    const timer = setTimeout(onFailed, AGAIN_MS)
    return () => clearTimeout(timer)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture decides the size
  useLayoutEffect(onLaidOut, [src])

  if (src === undefined) return null
  return (
    <Plate {...place} onWhite>
      <img
        src={src}
        alt=""
        decoding="sync"
        style={{
          display: 'block',
          height: unitPx * (1 - 2 * FRAME),
          maxWidth: roomPx(place, FRAME),
          margin: `0 ${unitPx * FRAME}px`,
          objectFit: 'contain',
        }}
      />
    </Plate>
  )
}
