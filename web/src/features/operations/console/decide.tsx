import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DecideDialog } from '../../../platform/form/decide-dialog.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { readOperatorAgain } from './console-query.ts'

type Props = {
  question: string
  children: ReactNode
  confirmLabel: string
  danger: boolean
  typed?: { label: string; value: string }
  /** The notice afterwards. */
  done: string
  work: () => Promise<unknown>
  onClose: () => void
}

/** A decision about somebody else's work, after which the lists are read again, whatever came of it. */
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
