import { Button } from '@mantine/core'
import type { PreviewCommand, ZoneOffsets } from '@placard/contract'
import { firstInstantOf, localTimeOf } from '@placard/playback'
import { useEffect, useId, useRef } from 'react'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { dateLocale } from '../../ui/i18n/language.ts'
import { SkipIcon } from '../../ui/icons.tsx'
import styles from './time-machine.module.css'

const YEAR_MS = 366 * 24 * 60 * 60_000

type Props = {
  /** The clock at the display. */
  offsets: ZoneOffsets
  /** False: nothing on the display comes or goes by itself. */
  hasSchedules: boolean
  /** The moment that the preview was sent to: milliseconds since 1970. */
  wentTo: number | null
  onTell: (command: PreviewCommand) => void
}

/** [TM1] Sends the preview to any moment of the next year, in the time of the display, and from change to change. */
export default function TimeMachine({ offsets, hasSchedules, wentTo, onTell }: Props) {
  const { t, language } = useI18n()
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const now = Date.now()
  const local = (at: number) => new Date(localTimeOf(offsets, at))
  const typed = (at: number) => local(at).toISOString().slice(0, 16)
  const words = new Intl.DateTimeFormat(dateLocale(language), {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  })
  // One key steps on from change to change.
  useEffect(() => {
    const [field, button] = [root.current?.querySelector('input'), root.current?.querySelector('button')]
    if (button?.disabled) field?.focus()
    else button?.focus()
  }, [])

  return (
    <div ref={root} className={styles.machine}>
      <label className={styles.label} htmlFor={id}>
        {t('time-machine.label')}
      </label>
      <input
        id={id}
        className={styles.field}
        type="datetime-local"
        value={typed(wentTo ?? now)}
        min={typed(now)}
        max={typed(now + YEAR_MS)}
        onChange={({ target }) => {
          const chosen = Date.parse(`${target.value}Z`)
          if (!Number.isNaN(chosen)) onTell({ preview: 'at', at: firstInstantOf(offsets, chosen) })
        }}
      />
      <Button
        size="sm"
        variant="light"
        leftSection={<SkipIcon size={16} />}
        disabled={!hasSchedules}
        onClick={() => onTell({ preview: 'change' })}
      >
        {t('time-machine.change')}
      </Button>
      <p className={styles.moment} role="status">
        {wentTo === null
          ? t(hasSchedules ? 'time-machine.hint' : 'time-machine.none')
          : t('time-machine.at', { moment: words.format(local(wentTo)) })}
      </p>
    </div>
  )
}
