import {
  DEFAULT_DIAGONAL_INCHES,
  DEFAULT_DISTANCE_CM,
  DEFAULT_DWELL_SECONDS,
  type LibraryFile,
} from '@placard/contract'
import { findingsOf, type Mend } from '@placard/playback'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { Sentence } from '../advice/sentence.tsx'

type Props = { file: LibraryFile; onDescribe: () => void }

/** The assumed screen for a file: it is on no screen yet, or on several. */
const USUAL = {
  screens: [
    { diagonalInches: DEFAULT_DIAGONAL_INCHES, distanceCm: DEFAULT_DISTANCE_CM, widthPx: 1920, heightPx: 1080 },
  ],
  isSilent: false,
  filmlessZones: [],
  colour: undefined,
  dwellMs: DEFAULT_DWELL_SECONDS * 1_000,
}

/** [LT1] Reasons why people may not be able to see a file, wherever it is shown. */
export default function FileAdvice({ file, onDescribe }: Props) {
  const { id, width, height, kind, alternativeText } = file
  // The text of a document's pages is their description.
  const isDescribed = alternativeText !== '' || kind === 'deck'
  const [finding] = findingsOf(
    { of: 'file', file: { id, width, height, isDescribed }, kind },
    { ...USUAL, now: serverNow(), place: { zoneOffsets: undefined, language: undefined } },
  )
  if (!finding) return null
  return <Sentence finding={finding} onMend={doing(finding.mend, onDescribe)} />
}

const doing = (mend: Mend | undefined, onDescribe: () => void) =>
  mend?.of === 'hand' && mend.where === 'description' ? onDescribe : undefined
