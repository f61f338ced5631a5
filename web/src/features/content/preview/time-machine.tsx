import { Button, NativeSelect } from '@mantine/core'
import type { PreviewCommand, PreviewState, ProgrammeKey, ZoneOffsets } from '@placard/contract'
import { firstInstantOf, localTimeOf } from '@placard/playback'
import { useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorInWords } from '../../../platform/form/problems.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import { SkipIcon } from '../../../platform/ui/icons.tsx'
import styles from './time-machine.module.css'
import { PAST_MS, usePast } from './use-past.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const YEAR_MS = 366 * DAY_MS

const SUPPOSED = [null, true, false] as const

type Props = {
  programmeKey: ProgrammeKey
  /** The clock at the display. */
  offsets: ZoneOffsets
  /** False: nothing on the display is scheduled. */
  hasSchedules: boolean
  hasConditions: boolean
  /** Undefined until the player in the frame has reported. */
  state: PreviewState | undefined
  onTell: (command: PreviewCommand) => void
}

/**
 * [TM1] Moves the preview to any time of the past 30 days and the next year, in the display's time, or to the next change. [DT6] Shows
 * it as if the conditions were met, or not.
 */
export default function TimeMachine({ programmeKey, offsets, hasSchedules, hasConditions, state, onTell }: Props) {
  const { t, language } = useI18n()
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const past = usePast(programmeKey, state, onTell)
  /** The chosen time until the preview is there. It stays if that time cannot be shown. */
  const [chosen, setChosen] = useState<string>()
  const wentTo = state?.wentTo ?? null
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
  // Focuses the button, so that one key steps from change to change.
  useEffect(() => {
    const [field, button] = [root.current?.querySelector('input'), root.current?.querySelector('button')]
    if (button?.disabled) field?.focus()
    else button?.focus()
  }, [])

  useEffect(() => {
    if (wentTo !== null) setChosen(undefined)
  }, [wentTo])

  const goTo = (at: number) => {
    const isPast = at < Date.now()
    setChosen(typed(at))
    if (isPast) return past.goTo(at)
    past.leave()
    onTell({ preview: 'at', at })
  }

  const [query, setQuery] = useSearchParams()
  const asked = Number(query.get('at'))
  const go = useRef(goTo)
  go.current = goTo
  useEffect(() => {
    if (asked) go.current(asked)
  }, [asked])
  useEffect(() => {
    // From here on the address is that of the live page.
    if (asked && wentTo !== null) setQuery(withoutMoment, { replace: true })
  }, [asked, wentTo, setQuery])

  const sentence = () => {
    if (past.isAsking) return t('time-machine.asking')
    if (wentTo === null) return t(hasSchedules ? 'time-machine.hint' : 'time-machine.none')
    return t(past.isPast ? 'time-machine.past' : 'time-machine.at', { moment: words.format(local(wentTo)) })
  }

  return (
    <div ref={root} className={styles.machine}>
      <label className={styles.label} htmlFor={id}>
        {t('time-machine.label')}
      </label>
      <input
        id={id}
        className={styles.field}
        type="datetime-local"
        value={chosen ?? typed(wentTo ?? now)}
        min={typed(now - PAST_MS)}
        max={typed(now + YEAR_MS)}
        aria-describedby={past.problem === undefined ? undefined : `${id}-problem`}
        onChange={({ target }) => {
          const at = Date.parse(`${target.value}Z`)
          if (!Number.isNaN(at)) goTo(firstInstantOf(offsets, at))
        }}
      />
      <Button
        size="sm"
        variant="light"
        leftSection={<SkipIcon size={16} />}
        disabled={!hasSchedules && !past.isPast}
        onClick={() => (past.isPast ? past.goToChange() : onTell({ preview: 'change' }))}
      >
        {t('time-machine.change')}
      </Button>
      <div className={styles.quick}>
        <Button size="compact-sm" variant="subtle" onClick={() => goTo(Date.now() - HOUR_MS)}>
          {t('time-machine.hour-ago')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => goTo(firstInstantOf(offsets, localTimeOf(offsets, Date.now()) - DAY_MS))}
        >
          {t('time-machine.yesterday')}
        </Button>
      </div>
      {hasConditions && (
        <NativeSelect
          className={styles.suppose ?? ''}
          label={t('time-machine.conditions')}
          value={String(state?.supposes ?? null)}
          data={SUPPOSED.map((value) => ({ value: String(value), label: t(`time-machine.conditions.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            onTell({ preview: 'suppose', met: SUPPOSED.find((one) => String(one) === value) ?? null })
          }
        />
      )}
      {past.problem === undefined ? (
        <p className={styles.moment} role="status">
          {sentence()}
        </p>
      ) : (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {errorInWords(past.problem, t)}
        </p>
      )}
    </div>
  )
}

/** Removes the time from the address. Other pages use it to link to a time, in milliseconds since 1970. */
function withoutMoment(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query)
  next.delete('at')
  return next
}
