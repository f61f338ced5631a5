import { Button } from '@mantine/core'
import type { ComponentType } from 'react'
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
 */
export function lazyPage(
  load: () => Promise<{ default: ComponentType }>,
  { ahead = false }: { ahead?: boolean } = {},
): ComponentType {
  const part = createPart(load)
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
