import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { DecideDialog } from '../../ui/decide-dialog.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { useNotice } from '../../ui/notices.ts'
import { readOperatorAgain } from './console-query.ts'

type Props = {
  question: string
  children: ReactNode
  confirmLabel: string
  danger: boolean
  typed?: { label: string; value: string }
  /** What is told afterwards. */
  done: string
  work: () => Promise<unknown>
  onClose: () => void
}

/** A decision about somebody else's work, after which the lists are read again, whatever came of it. */
export default function Decide({ done, work, ...dialog }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  return (
    <DecideDialog
      {...dialog}
      work={async () => {
        try {
          await work()
          notice('success', done)
          return undefined
        } catch (error) {
          return t(`error.${codeOf(error)}`)
        } finally {
          void readOperatorAgain(client)
        }
      }}
    />
  )
}
