import { Qr } from '../qr.tsx'

/** Light modules around the code. ISO/IEC 18004 requires more; the plate around it is white as well. */
const QUIET_ZONE = 2

/** A code with an address for phones. */
export function QrCode({ text }: { text: string }) {
  return (
    <div className="notice-plate notice-qr">
      <Qr text={text} border={QUIET_ZONE} />
    </div>
  )
}
