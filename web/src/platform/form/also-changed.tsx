import type { ProgrammeKey } from '@placard/contract'
import { lazyDialog } from '../ui/lazy-dialog.tsx'

const ChangedDisplays = lazyDialog(() => import('./changed-displays.tsx'), { quiet: 'for good', ahead: false })

/** TM4: says beforehand that a change of a playlist affects every display that includes it. */
export function AlsoChanged({ programmeKey }: { programmeKey: ProgrammeKey }) {
  return 'playlistId' in programmeKey ? <ChangedDisplays {...programmeKey} /> : null
}
