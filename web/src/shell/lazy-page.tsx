import { Button } from '@mantine/core'
import type { ComponentType } from 'react'
import { withLateWords, withOwnWords } from '../platform/ui/i18n/english.ts'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { type Absence, createPart, loadWhenIdle } from '../platform/ui/part.ts'
import { usePart } from '../platform/ui/use-part.ts'
import { Fallback } from './fallback.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

/**
 * A page with code of its own.
 *
 * @param load a dynamic `import()` of its module
 * @param options.ahead users often open it next: it is loaded when the page before it is idle
 * @param options.first users enter by it: it has no late messages (`platform/ui/i18n/english.ts`)
 * @param options.words a dynamic `import()` of messages that only this page and its dialogs use
 */
export function lazyPage(
  load: () => Promise<{ default: ComponentType }>,
  {
    ahead = false,
    first = false,
    words,
  }: { ahead?: boolean; first?: boolean; words?: Parameters<typeof withOwnWords>[1] } = {},
): ComponentType {
  const part = createPart(first ? load : words ? withOwnWords(load, words) : withLateWords(load))
  if (ahead) loadWhenIdle(part)
  return function LazyPage() {
    const state = usePart(part)
    if (state.status === 'here') return <state.content.default />
    if (state.status === 'loading') return <PageSkeleton />
    return <AbsentPage why={state.why} onRetry={() => void part.load()} />
  }
}

/** X6: shown for a page that could not be loaded; retried automatically. */
function AbsentPage({ why, onRetry }: { why: Absence; onRetry: () => void }) {
  const { t } = useI18n()
  return (
    <Fallback
      title={t(`part.${why}.title`)}
      detail="ChunkLoadError"
      lead={t(`part.${why}`)}
      action={
        why === 'replaced' ? (
          <Button onClick={() => location.reload()}>{t('action.reload')}</Button>
        ) : (
          <Button onClick={onRetry}>{t('action.retry')}</Button>
        )
      }
    />
  )
}
