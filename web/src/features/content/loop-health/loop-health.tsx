import { UnstyledButton } from '@mantine/core'
import {
  DWELL_SECONDS,
  type DwellSeconds,
  type Item,
  isPlaylistId,
  itemIdOfEntry,
  type Programme,
  type ProgrammeKey,
  playlistPath,
  READ_CARD_ID,
} from '@placard/contract'
import {
  type LoopHealth as Health,
  loopHealthAt,
  loopsWithin,
  passageMs,
  playableOf,
  playingZonesOf,
  roundMs,
  shorterLoop,
} from '@placard/playback'
import { type CSSProperties, useId, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../platform/api/call.ts'
import { renewSession } from '../../../platform/api/renew-session.ts'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { errorInWords } from '../../../platform/form/problems.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ClockIcon, PencilIcon, StackIcon, TextIcon } from '../../../platform/ui/icons.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { textWidthPx } from '../../../platform/ui/text-width.ts'
import unseen from '../../../platform/ui/unseen.module.css'
import { textOf } from '../entries/text-of.ts'
import { nearMoment } from '../schedules/sentence.ts'
import { clockAt, useReader, useScheduleClock } from '../schedules/use-schedule-clock.ts'
import { itemsIn, schedulesIn, whatPlays } from '../schedules/what-plays.ts'
import { percent, span, times } from './figures.ts'
import styles from './loop-health.module.css'

type Props = {
  programmeKey: ProgrammeKey
  programme: Programme
  canEdit: boolean
  /** The user may change the display's setting for how long people stay. */
  maySet: boolean
  /** Opens the form of one of the programme's own items. */
  onEdit: (item: Item) => void
  onClose: () => void
}

/** `item` undefined: the card with the code of the page to read, which belongs to a setting and is not an item. */
type Seen = { title: string; item: Item | undefined; by: Item | undefined; health: Health['items'][number] }

const DAY_MS = 24 * 3_600_000
/** If people see less than this share of the loop, it contains too much. */
const LITTLE_SEEN = 0.25
/** The most other times that are shown. */
const MOST_TIMES = 6

/** [TM3] The share of the loop that people see while they stay, item by item, and ways to increase it. */
export default function LoopHealth({ programmeKey, programme, canEdit, maySet, onEdit, onClose }: Props) {
  const { t, language } = useI18n()
  const [dwell, setDwell] = useDwell(programme, maySet)
  const dwellId = useId()
  // Re-renders when a schedule turns on or off.
  useScheduleClock(programmeKey, schedulesIn(programme))
  const isPlaylist = isPlaylistId(programme.id)
  const now = serverNow()
  const playable = playableOf(programme)
  const health = loopHealthAt(playable, now, dwell * 1_000)
  // For the editor, all notices of a feed are a single item.
  const all = new Map(itemsIn(programme).map((item) => [item.id, item]))
  const playing = new Map(
    whatPlays(programme).items.map(({ thing, by }) => {
      const id = itemIdOfEntry(thing.id)
      return [id, { item: all.get(id) ?? thing, by: by?.id === id ? undefined : by }]
    }),
  )
  const seen = health.items.flatMap((one): Seen[] => {
    if (one.id === READ_CARD_ID) return [{ title: t('display.read-code'), item: undefined, by: undefined, health: one }]
    const found = playing.get(one.id)
    return found ? [{ ...found, title: found.item.title, health: one }] : []
  })
  const figures = {
    length: span(health.lengthMs, language),
    dwell: span(dwell * 1_000, language),
    share: percent(health.seen, language),
  }

  return (
    <Dialog title={t('health.title')} onClose={onClose} size="large">
      {seen.length === 0 ? (
        <p className={styles.sum}>{t('health.nothing')}</p>
      ) : (
        <>
          <p className={styles.sum}>{t(isPlaylist ? 'health.sum-playlist' : 'health.sum', figures)}</p>
          <Strip seen={seen} health={health} dwellMs={dwell * 1_000} />
        </>
      )}
      <div className={styles.dwell}>
        <span id={dwellId}>{t('health.dwell')}</span>
        <span className={styles.choices} role="radiogroup" aria-labelledby={dwellId}>
          {DWELL_SECONDS.map((seconds) => (
            <label key={seconds} className={styles.choice}>
              <input
                type="radio"
                name={dwellId}
                className={unseen.input}
                checked={seconds === dwell}
                onChange={() => setDwell(seconds)}
              />
              {span(seconds * 1_000, language)}
            </label>
          ))}
        </span>
        {!isPlaylist && <p className={styles.note}>{t(maySet ? 'health.dwell-kept' : 'health.dwell-look')}</p>}
      </div>
      {canEdit && <Mend seen={seen} health={health} dwellMs={dwell * 1_000} programme={programme} onEdit={onEdit} />}
      {seen.length > 0 && <Rows seen={seen} canEdit={canEdit} dwell={figures.dwell} onEdit={onEdit} />}
      <Zones programme={programme} now={now} dwellMs={dwell * 1_000} />
      <Texts programme={programme} dwellMs={dwell * 1_000} dwell={figures.dwell} />
      {programme.values && <p className={styles.note}>{t('health.conditions')}</p>}
      <OtherTimes programme={programme} now={now} dwellMs={dwell * 1_000} />
    </Dialog>
  )
}

/** The display's setting. Users without the right, and pages of playlists, only change the view. */
function useDwell(programme: Programme, maySet: boolean): [DwellSeconds, (seconds: DwellSeconds) => void] {
  const { t } = useI18n()
  const notice = useNotice()
  const [chosen, setChosen] = useState<DwellSeconds>()
  const set = async (dwellSeconds: DwellSeconds) => {
    setChosen(dwellSeconds)
    if (!maySet) return
    const { organisationId, id } = programme
    try {
      await call('updateDisplay', { params: { organisationId, displayId: id as never }, body: { dwellSeconds } })
      await renewSession()
      notice('success', t('status.saved'))
    } catch (error) {
      console.error('saving the dwell time failed', error)
      setChosen(undefined)
      notice('error', t('status.not-saved', { reason: errorInWords(error, t) }))
    }
  }
  return [chosen ?? programme.dwellSeconds, (seconds) => void set(seconds)]
}

const HUES = 6
const styleOf = (style: Record<`--${string}`, string | number>) => style as CSSProperties

/** The loop drawn to scale, with the part that passes while people stay. */
function Strip({ seen, health, dwellMs }: { seen: Seen[]; health: Health; dwellMs: number }) {
  const { t, language } = useI18n()
  return (
    <figure className={styles.figure}>
      <div className={styles.strip} aria-hidden="true">
        {seen.map(({ title, health: { id, durationMs } }, index) => (
          <span
            key={id}
            className={styles.piece}
            data-hue={index % HUES}
            style={styleOf({ '--share': durationMs })}
            title={`${title} · ${span(durationMs, language)}`}
          >
            <span dir="auto">{title}</span>
          </span>
        ))}
      </div>
      <div className={styles.seen} aria-hidden="true" style={styleOf({ '--seen': health.seen })}>
        <span>{t('health.seen', { dwell: span(dwellMs, language) })}</span>
      </div>
    </figure>
  )
}

/** Each item: how often and for how long it plays, and how many people see it. */
function Rows({ seen, canEdit, dwell, onEdit }: Pick<Props, 'canEdit' | 'onEdit'> & { seen: Seen[]; dwell: string }) {
  const { t, language } = useI18n()
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        {t('health.items', { dwell })}
      </h3>
      <ol>
        {seen.map(({ title, item, by, health: { id, durationMs, perHour, odds } }, index) => {
          return (
            <li key={id} className={styles.row} data-health={id}>
              <span className={styles.dot} data-hue={index % HUES} aria-hidden="true" />
              <span className={styles.name}>
                <span dir="auto">{title}</span>
                <small>
                  {t('health.often', { span: span(durationMs, language), times: times(perHour, language) })}
                  {by && ` · ${by.title}`}
                </small>
              </span>
              <span className={styles.odds}>
                <span className={styles.bar} aria-hidden="true" style={styleOf({ '--odds': odds })} />
                <strong>{percent(odds, language)}</strong>
              </span>
              {canEdit && item && !by && (
                <UnstyledButton
                  className={styles.edit ?? ''}
                  aria-label={t('health.edit', { title })}
                  title={t('health.edit', { title })}
                  onClick={() => onEdit(item)}
                >
                  <PencilIcon size={16} />
                </UnstyledButton>
              )}
              {canEdit && by && (
                <Link className={styles.edit} to={by.url} aria-label={t('health.open', { title: by.title })}>
                  <PencilIcon size={16} />
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

type MendProps = { seen: Seen[]; health: Health; dwellMs: number; programme: Programme; onEdit: (item: Item) => void }

/** A button that opens the form of the item that takes the most time; nothing is changed automatically. */
function Mend({ seen, health, dwellMs, programme, onEdit }: MendProps) {
  const { t, language } = useI18n()
  const shorter = shorterLoop(programme, serverNow(), dwellMs)
  if (!shorter) {
    const isMany = seen.length > 1 && seen.some(({ item, by }) => item && !by) && health.seen < LITTLE_SEEN
    return isMany ? <p className={styles.mend}>{t('health.mend.many')}</p> : null
  }
  const { item, of, after } = shorter
  return (
    <div className={styles.mend}>
      <p>
        {t('health.mend.longest', {
          title: `\u2068${item.title}\u2069`,
          span: span(of.durationMs, language),
          share: percent(of.durationMs / health.lengthMs, language),
          dwell: span(dwellMs, language),
          length: span(after.lengthMs, language),
          seen: percent(after.seen, language),
        })}
      </p>
      <UnstyledButton className={styles.do ?? ''} onClick={() => onEdit(item)}>
        {t('health.mend.do')}
      </UnstyledButton>
    </div>
  )
}

/** [LY10] The loops of the zones beside the main one, each with a link to its playlist. */
function Zones({ programme, now, dwellMs }: { programme: Programme; now: number; dwellMs: number }) {
  const { t, language, number } = useI18n()
  const zones = playingZonesOf(programme)
  if (zones.length === 0) return null
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>
        <StackIcon size={16} />
        {t('health.zones')}
      </h3>
      <ul className={styles.long}>
        {zones.map(({ id, name, number: nth, playable }) => {
          const { lengthMs, seen } = loopHealthAt(playable, now, dwellMs)
          return (
            <li key={id} data-zone={nth}>
              <Link to={playlistPath(id)}>
                {t('health.zone', { number: number(nth), name: `\u2068${name}\u2069` })}
              </Link>
              <strong>
                {lengthMs === 0
                  ? t('health.nothing-then')
                  : t('health.line', { length: span(lengthMs, language), share: percent(seen, language) })}
              </strong>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Lines that take longer to pass than people stay. */
function Texts({ programme, dwellMs, dwell }: { programme: Programme; dwellMs: number; dwell: string }) {
  const { t, language } = useI18n()
  const texts = whatPlays(programme).lines.map(({ thing }) => ({ ...thing, widthPx: textWidthPx(textOf(thing)) }))
  if (texts.length === 0) return null
  const long = texts.filter(({ widthPx }) => passageMs(widthPx) > dwellMs)
  const round = span(roundMs(texts.map(({ widthPx }) => widthPx)), language)
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>
        <TextIcon size={16} />
        {t('health.texts')}
      </h3>
      <p className={styles.note}>{t('health.texts-round', { round })}</p>
      {long.length > 0 && (
        <>
          <p className={styles.note}>{t('health.texts-long', { count: long.length, dwell })}</p>
          <ul className={styles.long}>
            {long.slice(0, MOST_TIMES).map(({ id, text, widthPx }) => (
              <li key={id}>
                <span dir="auto">{text}</span>
                <strong>{span(passageMs(widthPx), language)}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** The loop at other times of the next day, if it is much longer or shorter then. */
function OtherTimes({ programme, now, dwellMs }: { programme: Programme; now: number; dwellMs: number }) {
  const { t, language } = useI18n()
  const reader = useReader()
  const clock = clockAt(programme.zoneOffsets, now)
  const [, ...others] = loopsWithin(playableOf(programme), now, now + DAY_MS)
  if (others.length === 0) return <p className={styles.note}>{t('health.now-only')}</p>
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>
        <ClockIcon size={16} />
        {t('health.other-times')}
      </h3>
      <ul className={styles.long}>
        {others.slice(0, MOST_TIMES).map(({ from, lengthMs }) => (
          <li key={from}>
            <span>{t('schedule.off', { moment: nearMoment(clock.local(from), clock.localNow, reader) })}</span>
            <strong>
              {lengthMs === 0
                ? t('health.nothing-then')
                : t('health.line', {
                    length: span(lengthMs, language),
                    share: percent(Math.min(1, dwellMs / lengthMs), language),
                  })}
            </strong>
          </li>
        ))}
      </ul>
    </section>
  )
}
