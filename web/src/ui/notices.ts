import { notifications } from '@mantine/notifications'
import { useCallback } from 'react'
import { useI18n } from './i18n/i18n.tsx'
import { withAction } from './notice-action.tsx'

type Kind = 'success' | 'warning' | 'error'

const COLOURS = { success: 'green', warning: 'yellow', error: 'red' } as const satisfies Record<Kind, string>

/** What can be done about what a notice tells, while it is there. */
export type NoticeAction = { label: string; run: () => void }

/** X2: a toast, top right, that closes by itself; place and time are set once where `Notifications` is mounted. */
export function useNotice(): (kind: Kind, message: string, action?: NoticeAction) => void {
  const { t } = useI18n()
  return useCallback(
    (kind, message, action) => {
      const id = notifications.show({
        message: action ? withAction(message, action, () => notifications.hide(id)) : message,
        color: COLOURS[kind],
        closeButtonProps: { 'aria-label': t('action.close') },
      })
    },
    [t],
  )
}
