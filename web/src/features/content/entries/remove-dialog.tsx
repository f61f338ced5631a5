import type { ProgrammeKey } from '@placard/contract'
import type { ComponentProps } from 'react'
import { AlsoChanged } from '../../../platform/form/also-changed.tsx'
import ConfirmDialog from '../../../platform/ui/confirm-dialog.tsx'

type Props = Omit<ComponentProps<typeof ConfirmDialog>, 'children'> & { programmeKey: ProgrammeKey }

/** D7: asks before something is removed from a programme, and says which displays it affects (TM4). */
export default function RemoveDialog({ programmeKey, ...question }: Props) {
  return (
    <ConfirmDialog {...question}>
      <AlsoChanged programmeKey={programmeKey} />
    </ConfirmDialog>
  )
}
