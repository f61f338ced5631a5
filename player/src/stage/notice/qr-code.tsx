import { encode } from 'uqr'

/** Light modules around it, as ISO/IEC 18004 asks for; the plate that it lies on is white as well. */
const QUIET_ZONE = 2

/** An address for people's phones. Black on white in every look: some scanners do not read the other way round. */
export function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  let path = ''
  data.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      const from = x
      while (row[x]) x += 1
      if (x > from) path += `M${from} ${y}h${x - from}v1H${from}z`
    }
  })
  return (
    <div className="notice-plate notice-qr">
      <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true">
        <path d={path} />
      </svg>
    </div>
  )
}
