import { notifications } from '@mantine/notifications'
import { useCallback } from 'react'
import { useI18n } from './i18n/i18n.tsx'

type Kind = 'success' | 'warning' | 'error'

const COLOURS = { success: 'green', warning: 'yellow', error: 'red' } as const satisfies Record<Kind, string>

/** X2: a toast, top right, that closes by itself; place and time are set once where `Notifications` is mounted. */
export function useNotice(): (kind: Kind, message: string) => void {
  const { t } = useI18n()
  return useCallback(
    (kind, message) => {
      notifications.show({ message, color: COLOURS[kind], closeButtonProps: { 'aria-label': t('action.close') } })
    },
    [t],
  )
}
