import { useI18n } from '../../ui/i18n/i18n.tsx'
import { isFileProblem } from './file-check.ts'
import type { UploadProblem, UploadState } from './upload-state.ts'

/** An upload's state in words, for the form and for the list. */
export function useUploadWords() {
  const { t } = useI18n()

  const problemWords = (problem: UploadProblem): string => {
    // The specified sentence (C4), then which it is and what to do.
    if (isFileProblem(problem)) return `${t('add.file-unfit')} ${t(`file.${problem}`)}`
    return t(`error.${problem}`)
  }

  const stateWords = (state: UploadState): string => {
    switch (state.status) {
      case 'running':
        switch (state.stage) {
          case 'queued':
            return t('upload.queued')
          case 'preparing':
            return t('upload.preparing')
          case 'sending':
            return t('upload.percent', { percent: percentOf(state) })
          case 'saving':
            return t('upload.sent')
        }
        break
      case 'waiting':
        return t('upload.waiting', { percent: percentOf(state) })
      case 'paused':
        return t('upload.paused', { percent: percentOf(state) })
      case 'success':
        return t('upload.success')
      case 'canceled':
        return t('upload.canceled')
      case 'error':
        return problemWords(state.problem)
    }
  }

  return { stateWords, problemWords }
}

/** Whole, from 0 to 100; not the last one before everything is there. */
export function percentOf(state: UploadState): number {
  if (state.status === 'success') return 100
  return 'share' in state ? Math.floor(state.share * 100) : 0
}
