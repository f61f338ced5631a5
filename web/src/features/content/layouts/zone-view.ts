import {
  type Condition,
  type DisplayKey,
  type Item,
  PAGES,
  type Playlist,
  type Programme,
  type ProgrammeKey,
  playlistPath,
  type ZonePlaylist,
} from '@placard/contract'
import { answererOf, finderOf, isMetAt, jointStateAt, playingZonesOf } from '@placard/playback'
import type { ScheduleClock } from '../schedules/use-schedule-clock.ts'
import { onNow, type Playing, whatPlays } from '../schedules/what-plays.ts'
import type { Wanted } from './wanted.ts'

/** A zone as the page shows it. */
export type ZoneView = {
  /** 0: the main zone. */
  index: number
  name: string
  /** undefined while its playlist is being made. */
  key: ProgrammeKey | undefined
  /** The page of its programme. */
  path: string | undefined
  /** Its items and lines. undefined until they are known. */
  content: Pick<ZonePlaylist, 'items' | 'lines'> | undefined
  /** The number of the zone that plays the films in its place [LY5]. undefined: this one may play films. */
  filmsPlayIn: number | undefined
  /** The items that play in it at some time. */
  playing: Playing<Item>[]
  /** Its room stays while nothing is on in it. */
  stays: boolean
  condition: Condition | undefined
  /** False: nothing is on in it because of its condition. */
  isMet: (now: number) => boolean
}

/** @param playlists those of the organisation, for the name of a playlist that has just been put into a zone */
export function zonesOf(
  key: DisplayKey,
  programme: Programme,
  layout: Wanted | null,
  playlists: readonly Playlist[],
): ZoneView[] {
  const main: ZoneView = {
    index: 0,
    name: programme.name,
    key,
    path: `${PAGES.dashboard}?display=${key.displayId}`,
    content: programme,
    filmsPlayIn: undefined,
    playing: whatPlays(programme).items,
    stays: true,
    condition: undefined,
    isMet: () => true,
  }
  const plays = playingZonesOf(programme)
  const answerOf = answererOf(finderOf(programme.values))
  const others = (layout?.zones ?? []).map(({ playlistId, name = '', stays, condition }, index): ZoneView => {
    const answer = answerOf({ condition })
    const content = programme.zones.find(({ id }) => id === playlistId)
    const zone = plays.find(({ id }) => id === playlistId)
    const known = content ?? playlists.find(({ id }) => id === playlistId)
    return {
      index: index + 1,
      name: known?.name ?? name,
      key: playlistId && { organisationId: key.organisationId, playlistId },
      path: playlistId && playlistPath(playlistId),
      content,
      filmsPlayIn: zone?.filmsPlayIn,
      playing: zone ? whatPlays({ items: zone.items, lines: [], playlists: [], values: programme.values }).items : [],
      stays,
      condition,
      isMet: (now) => !answer || isMetAt(answer, now),
    }
  })
  return [main, ...others]
}

/** A zone now. `until`: when something is on again, Infinity: never. `unmet`: its condition keeps it off. */
export type ZoneNow = { is: 'loading' | 'empty' | 'unmet' } | { is: 'on'; item: Item } | { is: 'off'; until: number }

export function zoneNow({ content, playing, isMet }: ZoneView, clock: ScheduleClock): ZoneNow {
  if (!content) return { is: 'loading' }
  if (playing.length > 0 && !isMet(clock.now)) return { is: 'unmet' }
  const [first] = onNow(playing, clock)
  // The film itself, of which the zone may show the poster.
  if (first) return { is: 'on', item: content.items.find(({ id }) => id === first.thing.id) ?? first.thing }
  if (playing.length === 0) return { is: 'empty' }
  return {
    is: 'off',
    until: Math.min(...playing.map(({ schedules }) => jointStateAt(schedules, clock.offsets, clock.now).until)),
  }
}
