import { Button } from '@mantine/core'
import {
  type DisplayId,
  type Insert,
  MAX_TAKE_OVER_MINUTES,
  type OrganisationId,
  type TakeOverReach,
} from '@placard/contract'
import { placeOfInsert } from '@placard/playback'
import type { CSSProperties } from 'react'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { ContentPicture } from './content-picture.tsx'
import { isOnDisplay } from './is-at-display.ts'
import styles from './running-insert.module.css'
import { useInsertCommands } from './use-inserts.ts'
import { writeMinutes, writeTime } from './words.ts'

const MORE_MINUTES = [15, 60] as const
/** The most displays and screens that are named. */
const MOST_NAMED = 3

type Props = {
  organisationId: OrganisationId
  insert: Insert
  /** The inserts that began after it. */
  newer: readonly Insert[]
  reach: readonly TakeOverReach[]
  /** The server's current time. */
  now: number
  mayEnd: boolean
  /** The display whose page lists it, in short: if it waits there, and no buttons that extend it. Undefined: the page of all. */
  on?: DisplayId
}

/** [LY7] A running insert: its place on the screen, its end, and a button that ends it. */
export function RunningInsert({ organisationId, insert, newer, reach, now, mayEnd, on }: Props) {
  const { t, language, number } = useI18n()
  const { end, prolong } = useInsertCommands(organisationId)
  const { run, isBusy } = useDoing()
  const { name, place, content, endsAt, shown, of, startedBy } = insert
  const leftMinutes = Math.max(1, Math.ceil((endsAt - now) / 60_000))
  const own = reach.filter(({ displayId }) => isOnDisplay(insert, displayId))
  const spots = [...own.map(({ displayId }) => ({ displayId })), ...insert.screens].filter(
    ({ displayId }) => on === undefined || displayId === on,
  )
  const waits = spots.length > 0 && spots.every((spot) => newer.some((one) => isAt(one, spot)))
  const names = [...own, ...insert.screens].map((one) => one.name)
  const { x, y, width, height } = placeOfInsert(place).landscape
  const box = { '--x': x, '--y': y, '--w': width, '--h': height } as CSSProperties

  return (
    <li className={styles.insert} data-short={on !== undefined || undefined} aria-label={name}>
      <div className={styles.screen} dir="ltr" aria-hidden="true">
        <span className={styles.box} style={box}>
          <ContentPicture content={content} organisationId={organisationId} />
        </span>
      </div>
      <div className={styles.said}>
        <h3 dir="auto">
          <bdi>{name}</bdi> {waits && <span className={panel.state}>{t('insert.waits')}</span>}
        </h3>
        <p className={styles.about}>
          {t(`insert.place.${place}`)}
          {' · '}
          {t('take-over.until', { time: writeTime(endsAt, language), left: writeMinutes(leftMinutes, language) })}
        </p>
        <p className={styles.about}>
          {insert.displays === null ? (
            t('take-over.where.all')
          ) : (
            <bdi>
              {names.slice(0, MOST_NAMED).join(', ')}
              {names.length > MOST_NAMED && ` ${t('take-over.and-more', { count: names.length - MOST_NAMED })}`}
            </bdi>
          )}
          {of > 0 && (
            <>
              {' · '}
              <span role="status">
                {number(shown)} {t('take-over.shown-of', { of: number(of), count: of })}
              </span>
            </>
          )}
          {' · '}
          <bdi>{startedBy}</bdi>
        </p>
      </div>
      {mayEnd && (
        <div className={styles.buttons}>
          <Button
            size="sm"
            variant={on === undefined ? 'filled' : 'default'}
            loading={isBusy}
            aria-label={t('insert.end-of', { name })}
            onClick={() => run('end', () => end(insert))}
          >
            {t('insert.end')}
          </Button>
          {(on === undefined ? MORE_MINUTES : []).map((more) => (
            <Button
              key={more}
              variant="default"
              size="sm"
              disabled={isBusy || leftMinutes + more > MAX_TAKE_OVER_MINUTES}
              onClick={() => run('prolong', () => prolong(insert, leftMinutes + more))}
            >
              {t('take-over.more-time', { time: writeMinutes(more, language) })}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}

/** True if the insert is on this display, or on this screen of it. */
const isAt = (
  insert: Insert,
  { id, displayId }: Pick<TakeOverReach, 'displayId'> & { id?: Insert['screens'][number]['id'] },
) => isOnDisplay(insert, displayId) || insert.screens.some((screen) => screen.id === id)
