import type { Display } from '@placard/contract'
import { keyOf } from '../../shell/chosen-display.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

const EditDisplay = lazyDialog(() => import('../../features/displays/edit-display.tsx'))
const ShowOnScreen = lazyDialog(() => import('../../features/screen-address/show-on-screen.tsx'), { ahead: false })

export type DialogName = 'screen' | 'settings'

/** About the display itself, not about what it holds. One at a time. */
export function DisplayDialog(props: { open: DialogName | undefined; display: Display; onClose: () => void }) {
  const { open, display, onClose } = props
  switch (open) {
    case undefined:
      return null
    case 'settings':
      return <EditDisplay display={display} onClose={onClose} />
    case 'screen':
      return <ShowOnScreen display={keyOf(display)} onClose={onClose} />
  }
}
