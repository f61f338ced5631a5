import type { DisplayKey } from '@placard/contract'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { shortId } from '../../../platform/api/screens/device-name.ts'
import { alarmedOf } from '../../../platform/api/screens/health.ts'
import { useKnownScreens } from '../../../platform/api/screens/use-screens.ts'
import { announce } from '../../../platform/ui/announcer.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { WarningIcon } from '../../../platform/ui/icons.tsx'
import { SCREENS_HEADING_ID } from './heading-id.ts'
import styles from './screen-alarm.module.css'

/**
 * F64: a prominent warning that a screen may be black, with a link to the panel of screens. @param onFollow shows that panel before the
 * browser scrolls to it
 */
export default function ScreenAlarm({ display, onFollow }: { display: DisplayKey; onFollow: () => void }) {
  const { t } = useI18n()
  const screens = useKnownScreens(display)
  const known = useRef<ReadonlySet<string>>(undefined)
  const alarmed = screens && alarmedOf(screens)

  useEffect(() => {
    if (!screens) return
    const all = alarmedOf(screens)
    // Alarms that exist when the page opens are read as part of the page.
    const come = known.current ? all.filter(({ id }) => !known.current?.has(id)) : []
    known.current = new Set(all.map(({ id }) => id))
    const [first] = come
    if (!first?.alarm) return
    const name = first.name || t('screens.unnamed', { id: shortId(first.id) })
    announce(
      come.length > 1 ? t('screens.alarm', { count: come.length }) : t(`screens.alarm.${first.alarm.kind}`, { name }),
    )
  }, [screens, t])

  if (!alarmed || alarmed.length === 0) return null
  return (
    <a className={styles.alarm} href={`#${SCREENS_HEADING_ID}`} onClick={() => flushSync(onFollow)}>
      <WarningIcon size={16} />
      <span>{t('screens.alarm', { count: alarmed.length })}</span>
    </a>
  )
}
