import type { LineId } from '@placard/contract'
import { useTryOut } from '../preview/try-out.ts'

/** TM4: has the preview of the page run a text as it is typed. `text`: undefined where it is as it was, or cannot be saved. */
export default function TryOutLine({ id, text }: { id: LineId; text: string | undefined }) {
  useTryOut(text === undefined ? undefined : { line: { id, text } })
  return null
}
