import type { Display, Session } from '@placard/contract'
import { useEffect, useRef } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'

/** Shows a notice if the page's display was removed, or is no longer the user's, and another one is shown. */
export function useLostDisplay({ displays }: Session, display: Display | undefined): void {
  const { t } = useI18n()
  const notice = useNotice()
  const shown = useRef<Display['id']>(undefined)
  useEffect(() => {
    const before = shown.current
    shown.current = display?.id
    if (before !== undefined && !displays.some(({ id }) => id === before)) notice('warning', t('display.gone'))
  }, [displays, display?.id, t, notice])
}
