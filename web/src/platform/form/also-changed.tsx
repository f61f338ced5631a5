import type { ProgrammeKey } from '@placard/contract'
import { lazyDialog } from '../ui/lazy-dialog.tsx'

const ChangedDisplays = lazyDialog(() => import('./changed-displays.tsx'), { quiet: 'for good', ahead: false })

/** TM4: what is changed in a playlist changes on every display that includes it. Says so before. */
export function AlsoChanged({ programmeKey }: { programmeKey: ProgrammeKey }) {
  return 'playlistId' in programmeKey ? <ChangedDisplays {...programmeKey} /> : null
}
