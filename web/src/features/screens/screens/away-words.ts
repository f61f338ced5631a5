import type { Health } from '../../../platform/api/screens/health.ts'
import type { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { moment } from '../../../platform/ui/moments.ts'

/** The state of a screen that shows nothing or does not report, with its time. */
export function awayWords(
  health: Extract<Health, { status: 'unseen' | 'asleep' | 'dark' }>,
  now: number,
  { t, language }: { t: ReturnType<typeof useI18n>['t']; language: string },
): string {
  switch (health.status) {
    case 'unseen':
      return t(health.closed ? 'screens.state.unseen' : 'screens.state.silent', {
        time: moment(health.since, now, language),
      })
    case 'asleep':
      return t(health.isHeard ? 'screens.state.asleep' : 'screens.state.off', {
        time: moment(health.until, now, language),
      })
    case 'dark':
      return t('screens.state.dark', { time: moment(health.since, now, language) })
  }
}
