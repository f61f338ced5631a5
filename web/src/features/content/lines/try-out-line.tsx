import type { LineId, ProgrammeKey } from '@placard/contract'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { useTryOut } from '../preview/try-out.ts'

type Props = {
  programmeKey: ProgrammeKey
  id: LineId
  /** Undefined if it is unchanged, or cannot be saved. */
  text: string | undefined
}

/** TM4: shows the text in the preview of the page while it is typed. */
export default function TryOutLine({ programmeKey, id, text }: Props) {
  const zoneOffsets = useProgramme(programmeKey).data?.zoneOffsets
  useTryOut(text === undefined ? undefined : { line: { id, text }, around: { zoneOffsets } })
  return null
}
