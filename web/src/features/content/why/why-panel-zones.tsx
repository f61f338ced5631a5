import { type Condition, type Item, type Line, type Programme, programmeKeyOf, thumbnailUrlOf } from '@placard/contract'
import {
  isFilm,
  isMetAt,
  type Playable,
  type PlayingZone,
  playableOf,
  playingZonesOf,
  zoneStateAt,
} from '@placard/playback'
import { useMemo } from 'react'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { ConditionSaid } from '../conditions/in-words.ts'
import { nearMoment, type Reader } from '../schedules/sentence.ts'
import { useDisplaysOf } from '../schedules/use-displays-of.ts'
import { clockAt, useReader } from '../schedules/use-schedule-clock.ts'
import { useTimeTo } from './seconds.ts'
import styles from './why-panel.module.css'

type Zone = Pick<PlayingZone, 'number' | 'playable' | 'filmsPlayIn' | 'condition'> & {
  /** The condition itself, whose answer `condition` is. */
  asked: Condition | undefined
  display: Programme
  /** Its room stays while nothing is on in it. */
  stays: boolean
  /** The other zones, for the main one: it only closes while one of them is open. */
  others: readonly Playable[]
}

/**
 * [LY10] The zones that decide whether people see the thing, in a sentence each: those that play the playlist, or the main zone of
 * the display while it is closed.
 */
export function WhyZones({ programme, thing }: { programme: Programme; thing: Item | Line }) {
  const displays = useDisplaysOf(programme)
  const zones = useMemo(() => displays.flatMap((display) => zonesIn(display, programme.id)), [displays, programme.id])
  if (zones.length === 0) return null
  return (
    <ul className={styles.zones}>
      {zones.map((zone) => (
        <ZoneSentence key={`${zone.display.id} ${zone.number}`} zone={zone} thing={thing} />
      ))}
    </ul>
  )
}

function zonesIn(display: Programme, id: Programme['id']): Zone[] {
  const { layout } = display
  if (!layout) return []
  const zones = playingZonesOf(display)
  if (display.id === id) {
    const others = zones.map(({ playable }) => playable)
    const main = { number: 1, stays: false, filmsPlayIn: undefined, condition: undefined, asked: undefined }
    return [{ display, ...main, playable: playableOf(display), others }]
  }
  return zones.flatMap((zone, index): Zone[] => {
    const { stays = false, condition: asked } = layout.zones[index] ?? {}
    return zone.id === id ? [{ display, ...zone, stays, asked, others: [] }] : []
  })
}

/** Empty if there is nothing to say about the zone. Counts down together with the cards. */
function ZoneSentence({ zone, thing }: { zone: Zone; thing: Item | Line }) {
  const reader = useReader()
  const words = useTimeTo(Number.MAX_SAFE_INTEGER, () => zoneInWords(zone, thing, serverNow(), reader))
  const { asked, display } = zone
  if (words === '') return null
  const isUnmet = asked && !isMet(zone, serverNow())
  return (
    <li>
      {words}
      {isUnmet && (
        <>
          {' '}
          <ConditionSaid programmeKey={programmeKeyOf(display.organisationId, display.id)} condition={asked} as="now" />
        </>
      )}
    </li>
  )
}

const isMet = ({ condition }: Zone, now: number) => !condition || isMetAt(condition, now)

/** "Zone 2 of Hall is closed until 11:00: nothing in it is on." */
function zoneInWords(asked: Zone, thing: Item | Line, now: number, reader: Reader): string {
  const { display, number, stays, playable, filmsPlayIn, others } = asked
  const { t, locale } = reader
  const clock = clockAt(display.zoneOffsets, now)
  const momentOf = (at: number) => nearMoment(clock.local(at), clock.localNow, reader)
  const formatted = (one: number) => new Intl.NumberFormat(locale).format(one)
  const zone = { number: formatted(number), display: `\u2068${display.name}\u2069` }
  const isLine = 'text' in thing
  const { isOpen, until } = zoneStateAt(playable, now)
  if (number === 1) {
    if (isLine || isOpen || !others.some((other) => zoneStateAt(other, now).isOpen)) return ''
    return until === Number.POSITIVE_INFINITY
      ? t('why.zone.main')
      : t('why.zone.main-until', { moment: momentOf(until) })
  }
  if (isLine) return t('why.zone.texts', zone)
  const cover = display.covers.findLast((one) => !one.isLine && one.startsAt <= now && now < one.endsAt)
  if (cover) return t('why.zone.covered', { ...zone, name: cover.name, moment: momentOf(cover.endsAt) })
  if (!isMet(asked, now)) return t('why.zone.unmet', zone)
  if (!isLine && filmsPlayIn !== undefined && isFilm(thing)) {
    return t(hasPoster(thing) ? 'why.zone.poster' : 'why.zone.no-film', { ...zone, other: formatted(filmsPlayIn) })
  }
  if (until === Number.POSITIVE_INFINITY) {
    return t(isOpen ? 'why.zone.open' : stays ? 'why.zone.stays' : 'why.zone.closed', zone)
  }
  const key = isOpen ? 'why.zone.open-until' : stays ? 'why.zone.stays-until' : 'why.zone.closed-until'
  return t(key, { ...zone, moment: momentOf(until) })
}

const hasPoster = ({ url, film }: Item) => film !== undefined && thumbnailUrlOf(url, film) !== undefined
