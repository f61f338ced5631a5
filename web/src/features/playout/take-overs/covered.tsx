import { type Cover, PAGES } from '@placard/contract'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { WarningIcon } from '../../../platform/ui/icons.tsx'
import styles from './covered.module.css'
import { writeTime } from './words.ts'

const LOOKS_EVERY_MS = 1_000

/**
 * The take-overs of a display's screens, shown on the display's page with a link to the page of take-overs.
 *
 * @param covers the latest last
 */
export default function Covered({ covers }: { covers: readonly Cover[] }) {
  const { t, language } = useI18n()
  const now = useMoment()
  const running = covers.filter(({ endsAt }) => endsAt > now).toReversed()
  return (
    <div role="status">
      {running.map(({ id, name, drill, isLine, startsAt }) => (
        <Link key={id} to={PAGES.takeOver} className={styles.covered}>
          <WarningIcon size={18} />
          <span>
            {drill && <strong>{t('take-over.drill')} · </strong>}
            {t(isLine ? 'take-over.covers-texts' : 'take-over.covers', {
              name,
              time: writeTime(startsAt, language),
            })}
          </span>
        </Link>
      ))}
    </div>
  )
}

/** Re-renders regularly, because no event is sent when a take-over ends by itself. */
function useMoment(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), LOOKS_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
