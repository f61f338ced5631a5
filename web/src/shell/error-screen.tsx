import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { Fallback } from './fallback.tsx'

/** X7: shows errors that occur during rendering, with their message and a way to continue. */
export class ErrorScreen extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    if (!('error' in this.state)) return this.props.children
    return <Stopped error={this.state.error} />
  }
}

function Stopped({ error }: { error: unknown }) {
  const { t } = useI18n()
  return (
    <Fallback
      title={t('fallback.title')}
      detail={error instanceof Error ? error.message : String(error)}
      lead={t('fallback.lead')}
      action={<Button onClick={() => location.reload()}>{t('action.reload')}</Button>}
    />
  )
}
