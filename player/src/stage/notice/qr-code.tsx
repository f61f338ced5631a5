import { Qr } from '../qr.tsx'

/** Light modules around it, as ISO/IEC 18004 asks for; the plate that it lies on is white as well. */
const QUIET_ZONE = 2

/** An address for people's phones. */
export function QrCode({ text }: { text: string }) {
  return (
    <div className="notice-plate notice-qr">
      <Qr text={text} border={QUIET_ZONE} />
    </div>
  )
}
