import type { Item, Line } from '@placard/contract'
import type { Alone, Explanation } from '@placard/playback'
import { absenceInWords, nearMoment, type Reader } from '../schedules/sentence.ts'
import type { ScheduleClock } from '../schedules/use-schedule-clock.ts'

/** The page that shows the words. */
export type Setting = {
  clock: ScheduleClock
  reader: Reader
  /** The page of a playlist, which plays on displays at different times. */
  isPlaylist: boolean
  /** The title of the item that includes it; undefined: the programme's own. */
  broughtBy: string | undefined
  nameOf: (alone: Alone) => string
  /** The thing that is explained; undefined: it was removed. */
  thing: Item | Line | undefined
  /** Finds an item of the programme itself. */
  itemWith: (id: string) => Item | undefined
}

/** The state in two or three words, for a card; `nextAt`: counted down to. */
export function stateInShort(why: Explanation, setting: Setting): string | { nextAt: number } {
  const { reader, isPlaylist, broughtBy = '', nameOf } = setting
  const { t } = reader
  if (why.onScreens?.trouble === 'broken') {
    return t('why.broken', { few: why.onScreens.count, count: why.onScreens.of })
  }
  switch (why.reason) {
    case 'on':
      return t(isPlaylist ? 'why.with-playlist' : 'schedule.now')
    case 'in-loop':
      if (isPlaylist) return t('why.with-playlist')
      return why.startsAt === undefined ? t('why.no-turn') : { nextAt: why.startsAt }
    case 'hidden':
      return why.by === 'itself' ? t('items.hidden') : t('why.hidden-with', { title: broughtBy })
    case 'unplayable':
      return t(setting.thing?.shown?.isOff ? 'why.missing' : 'items.unplayable')
    case 'off':
    case 'over':
    case 'never':
      return absence(why, setting)
    case 'unmet':
      return t('why.unmet')
    case 'aside':
      return t('schedule.waits', { title: nameOf(why.alone) })
    case 'covered':
      return t('why.covered', { name: why.by.name })
    case 'empty':
      return t('why.empty')
    case 'no-weather':
      return t(why.problem === 'playlist' ? 'why.with-playlist' : 'why.no-weather')
  }
}

type Absent = Extract<Explanation, { reason: 'off' | 'over' | 'never' }>

function absence(why: Absent, { clock, reader }: Setting): string {
  const since = why.reason === 'over' ? why.since : Number.NEGATIVE_INFINITY
  const until = why.reason === 'off' ? why.startsAt : Number.POSITIVE_INFINITY
  const local = { isOn: false, since: clock.local(since), until: clock.local(until) }
  return absenceInWords(local, clock.localNow, reader) ?? ''
}

/** The state in whole sentences, for the panel. @param unplayable the reason its address cannot be shown */
export function stateInFull(
  why: Explanation,
  setting: Setting,
  { unplayable, timeTo }: { unplayable: string; timeTo: (at: number) => string },
): string {
  const { clock, reader, isPlaylist, broughtBy = '', nameOf } = setting
  const { t } = reader
  const momentOf = (at: number) => nearMoment(clock.local(at), clock.localNow, reader)
  switch (why.reason) {
    case 'on':
      if (isPlaylist) return t('why.full.with-playlist')
      if (why.until === Number.POSITIVE_INFINITY) return t('why.full.on')
      return why.again === undefined
        ? t('why.full.on-until', { moment: momentOf(why.until) })
        : t('why.full.on-for', { time: timeTo(why.until), again: timeTo(why.again) })
    case 'in-loop':
      if (isPlaylist) return t('why.full.with-playlist')
      return why.startsAt === undefined
        ? t('why.full.no-turn', { moment: momentOf(why.until) })
        : t('why.full.in-loop', { time: timeTo(why.startsAt) })
    case 'hidden':
      return why.by === 'itself' ? t('why.full.hidden') : t('why.full.hidden-with', { title: broughtBy })
    case 'unplayable':
      return unplayable
    case 'off':
      return t(`why.full.off.${why.by}`, { moment: momentOf(why.startsAt), title: broughtBy })
    case 'over':
      return t(`why.full.over.${why.by}`, { state: absence(why, setting), title: broughtBy })
    case 'never':
      return t('why.full.never')
    case 'unmet':
      return t('why.unmet')
    case 'aside':
      return why.until === Number.POSITIVE_INFINITY
        ? t('why.full.aside', { title: nameOf(why.alone) })
        : t('why.full.aside-until', { title: nameOf(why.alone), moment: momentOf(why.until) })
    case 'covered':
      return t('why.full.covered', { name: why.by.name, moment: momentOf(why.until) })
    case 'empty':
      return t('why.full.empty')
    case 'no-weather':
      return t(`why.full.no-weather.${why.problem}`)
  }
}

/** True if it plays now or in its turn, and every screen shows it. */
export function isQuiet({ reason, onScreens }: Explanation): boolean {
  return (reason === 'on' || reason === 'in-loop') && onScreens?.trouble !== 'broken'
}
