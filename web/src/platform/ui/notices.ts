import { useCallback, useSyncExternalStore } from 'react'
import { createSignal } from '../signal/signal.ts'

/** More notices would cover the page: the oldest is removed. */
const MOST_AT_ONCE = 5

export type NoticeKind = 'success' | 'warning' | 'error'

/** An action that a notice offers. */
export type NoticeAction = { label: string; run: () => void }

export type Notice = { id: number; kind: NoticeKind; message: string; action: NoticeAction | undefined }

let notices: readonly Notice[] = []
let newestId = 0
const changed = createSignal()

function become(next: readonly Notice[]): void {
  notices = next
  changed.announce()
}

/** X2: shows a notice, top right, that closes by itself. */
export function useNotice(): (kind: NoticeKind, message: string, action?: NoticeAction) => void {
  return useCallback((kind, message, action) => {
    newestId += 1
    become([...notices, { id: newestId, kind, message, action }].slice(-MOST_AT_ONCE))
  }, [])
}

/** The visible notices, the newest last. */
export const useNotices = (): readonly Notice[] => useSyncExternalStore(changed.on, () => notices)

export function closeNotice(id: Notice['id']): void {
  become(notices.filter((notice) => notice.id !== id))
}
