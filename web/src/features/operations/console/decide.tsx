import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { DecideDialog } from '../../../platform/form/decide-dialog.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { readOperatorAgain } from './console-query.ts'

/** `done`: the text of the notice afterwards. */
type Props = Omit<ComponentProps<typeof DecideDialog>, 'ready' | 'words'> & { done: string }

/** A confirmation dialog for an action on another user's data. Afterwards the lists are requested again, also after a failure. */
export default function Decide({ done, work, ...dialog }: Props) {
  const notice = useNotice()
  const client = useQueryClient()
  return (
    <DecideDialog
      {...dialog}
      work={async () => {
        try {
          await work()
          notice('success', done)
        } finally {
          void readOperatorAgain(client)
        }
      }}
    />
  )
}
