import { encode } from 'uqr'

/** Always black on white, because some scanners do not read inverted codes. @param border number of light modules around it */
export function Qr({ text, border }: { text: string; border: number }) {
  const { size, data } = encode(text, { ecc: 'M', border })
  let path = ''
  data.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      const from = x
      while (row[x]) x += 1
      if (x > from) path += `M${from} ${y}h${x - from}v1H${from}z`
    }
  })
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
