import type { ManifestItem, PreviewState, ProgrammeKey } from '@placard/contract'
import type { ReactNode } from 'react'
import beside from '../../../platform/form/beside.module.css'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'

const TryOutPreview = lazyDialog(() => import('./try-out-preview.tsx'), { quiet: 'for good', ahead: false })

type Props = {
  programmeKey: ProgrammeKey
  /** The item as the form describes it. Undefined: it cannot be shown, and the last version stays. */
  shown: ManifestItem | undefined
  /** True if no screen would show it. */
  isHidden: boolean
  /** The preview ignores its schedule. */
  isScheduled: boolean
  /** Receives each state that the player reports. */
  onState?: (state: PreviewState) => void
  /** Below the player. */
  children?: ReactNode
}

/** The player beside the fields of a form for one kind of item. The form has the class `form` of `beside.module.css`. */
export function PreviewBeside({ shown, children, ...props }: Props) {
  return (
    <div className={beside.beside}>
      <TryOutPreview {...props} tried={shown && { item: shown }} isPartOfForm />
      {children}
    </div>
  )
}
