import { useCallback, useSyncExternalStore } from 'react'
import { createSignal } from '../signal/signal.ts'

/** More at once would cover the page: the oldest goes. */
const MOST_AT_ONCE = 5

export type NoticeKind = 'success' | 'warning' | 'error'

/** The action that a notice offers while it is there. */
export type NoticeAction = { label: string; run: () => void }

export type Notice = { id: number; kind: NoticeKind; message: string; action: NoticeAction | undefined }

let notices: readonly Notice[] = []
let newestId = 0
const changed = createSignal()

function become(next: readonly Notice[]): void {
  notices = next
  changed.announce()
}

/** X2: tells something in a toast, top right, that closes by itself. */
export function useNotice(): (kind: NoticeKind, message: string, action?: NoticeAction) => void {
  return useCallback((kind, message, action) => {
    newestId += 1
    become([...notices, { id: newestId, kind, message, action }].slice(-MOST_AT_ONCE))
  }, [])
}

/** The notices that are on the page, the newest last. */
export const useNotices = (): readonly Notice[] => useSyncExternalStore(changed.on, () => notices)

export function closeNotice(id: Notice['id']): void {
  become(notices.filter((notice) => notice.id !== id))
}
