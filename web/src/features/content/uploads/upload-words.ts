import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { isFileProblem } from './file-check.ts'
import type { Running, UploadProblem, UploadState } from './upload-state.ts'

/** The state of an upload in words, for the form and the list. */
export function useUploadWords() {
  const { t } = useI18n()

  const problemWords = (problem: UploadProblem): string => {
    return isFileProblem(problem) ? t(`file.${problem}`) : t(`error.${problem}`)
  }

  const convertingWords = (converted: Running['converted']): string => {
    if (!converted) return t('upload.preparing')
    const percent = Math.floor(converted.share * 100)
    if (converted.leftMs === undefined) return t('upload.converting', { percent })
    return t('upload.converting-left', { percent, count: Math.max(1, Math.round(converted.leftMs / 60_000)) })
  }

  const stateWords = (state: UploadState): string => {
    switch (state.status) {
      case 'running':
        switch (state.stage) {
          case 'queued':
            return t('upload.queued')
          case 'preparing':
            return convertingWords(state.converted)
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
      case 'missing':
        return t(state.isOther ? 'upload.missing-other' : 'upload.missing', {
          percent: percentOf(state),
          name: state.name,
        })
      case 'success':
        return t(state.note ? `upload.note.${state.note}` : 'upload.success')
      case 'canceled':
        return t('upload.canceled')
      case 'error':
        return problemWords(state.problem)
    }
  }

  return { stateWords, problemWords }
}

/** Percent from 0 to 100, rounded down: 100 only when everything is there. */
export function percentOf(state: UploadState): number {
  if (state.status === 'success') return 100
  if (state.status === 'running' && state.stage === 'preparing' && state.converted) {
    return Math.floor(state.converted.share * 100)
  }
  return 'share' in state ? Math.floor(state.share * 100) : 0
}
