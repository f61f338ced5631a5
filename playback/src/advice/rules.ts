import {
  ADVICE_RULES,
  type AdviceFacts,
  type AdviceFile,
  type AdviceRule,
  contrastOf,
  DEFAULT_PLAYER_DURATION_SECONDS,
  type DeckSettings,
  type FilmlessZone,
  type Item,
  type ItemId,
  type Line,
  MAX_DURATION_SECONDS,
  type Notice,
  noticePalette,
  REFERENCE_HEIGHT_PX,
  type Schedule,
  type ScreenSize,
  secondsOf,
  type UpdateItem,
  type UpdateLine,
  type WeatherLook,
} from '@placard/contract'
import { isFilm } from '../layout/films.ts'
import { hasCountdownOver, type Place } from '../live-words.ts'
import { loopHealthAt, passageMs, shorterLoop } from '../loop-health.ts'
import { type HeldProgramme, playableOf, wordsOf } from '../playable.ts'
import { DAY_MS, localTimeOf, UTC } from '../zone.ts'
import { dayOver, weekdaysOver } from './dates.ts'
import {
  estimatedLetters,
  hardest,
  heightOf,
  leastLetters,
  lettersOnScreen,
  readFromMetres,
  widthOf,
} from './letters.ts'
import { linesOf, readingSeconds, scanningSeconds, secondsForWords } from './reading.ts'
import { canQuieten, quietened, shoutedWords } from './shouting.ts'

// The rules that find what passers-by cannot read, and the fix for it (LT1). Pure: all data is passed in.

/** The subject of the advice: an item as saved or as currently in a form, a line, a stored file, or the whole loop. */
export type AdviceContent =
  | {
      of: 'item'
      item: AdvisedItem
      /** The stored file that it shows, if known. */
      file?: AdviceFile | undefined
      /** The layout of its notice on a screen (`PreviewState`); absent: it has not been laid out. */
      stand?: { smallest: number; fits: boolean } | undefined
      /** The time when its text was typed: milliseconds since 1970, if known. */
      typedAt?: number | undefined
    }
  | {
      of: 'line'
      line: Pick<Line, 'text' | 'schedule' | 'shown'>
      /** With the font size TICKER_FONT_PX; absent: not measured. */
      widthPx?: number | undefined
      typedAt?: number | undefined
    }
  | { of: 'file'; file: AdviceFile; kind: 'picture' | 'film' | 'deck' }
  | { of: 'loop'; programme: HeldProgramme }

export type AdvisedItem = Pick<Item, 'type' | 'visible'> & {
  [Field in 'duration' | 'fit' | 'notice' | 'shown' | 'sound' | 'film' | 'deck' | 'schedule' | 'contents' | 'weather']?:
    | Item[Field]
    | undefined
}

/** The facts about its surroundings. */
export type AdviceKnown = Pick<AdviceFacts, 'screens' | 'isSilent' | 'filmlessZones'> & {
  /** The colour of the organisation's notices. */
  colour: string | undefined
  /** Milliseconds since 1970. */
  now: number
  place: Place
  /** The time that people stay in front of the screen. */
  dwellMs: number
}

/** The values for each rule's message. */
export type AdviceFigures = {
  overflow: object
  'film-in-zone': FilmlessZone & { hasPoster: boolean }
  letters: { metres: number; wanted: number; inches: number; isInZone: boolean }
  'page-letters': { px: number; metres: number; wanted: number; pages: number }
  contrast: { contrast: number }
  countdown: object
  /** Days since 1970. */
  'date-over': { day: number }
  /** ISO 8601: Monday is 1. */
  weekday: { weekdays: readonly number[] }
  'too-short': { seconds: number; more: number }
  'long-line': { seconds: number; dwell: number }
  shouting: { words: number }
  'many-lines': { lines: number }
  'small-picture': { times: number; width: number; height: number }
  'picture-shape': { isCut: boolean; share: number }
  unheard: object
  undescribed: object
  unseen: { items: number; share: number }
}

/**
 * The fix: a change in the form of an edit, or, if no program can know what to do, the place where a person can fix it by hand.
 */
export type Mend =
  | { of: 'item'; change: UpdateItem }
  | { of: 'line'; change: UpdateLine }
  /** For advice on a loop: a change to one of its items. */
  | { of: 'item-of-loop'; itemId: ItemId; change: UpdateItem }
  | { of: 'hand'; where: 'words' | 'file' | 'description' | 'notice' | 'loop' }

export type Finding = {
  [Rule in AdviceRule]: { rule: Rule; figures: AdviceFigures[Rule]; mend: Mend | undefined }
}[AdviceRule]

type Found<Rule extends AdviceRule> = { figures: AdviceFigures[Rule]; mend?: Mend | undefined } | undefined
type Rules = { [Rule in AdviceRule]: (content: AdviceContent, known: AdviceKnown) => Found<Rule> }

/** The required contrast: WCAG 2.2, level AAA. */
const LEAST_CONTRAST = 7
/**
 * The player draws a ground this dark behind the text of a notice with a picture, whatever the picture: `notice.css`.
 */
const PICTURE_GROUND = '#3d3d3d'
/** The maximum number of lines that people read in passing. */
const MOST_LINES = 5
const LINE_CHARACTERS = 60
/** A page that takes longer to read is not suitable for a screen. More seconds do not help. */
const MOST_PAGE_SECONDS = 60
/** The largest enlargement of a picture before it looks washed out. */
const MOST_TIMES = 2
/** The smallest share of a picture that must remain visible if it fills the screen. */
const LEAST_KEPT = 0.6
/** The smallest share of the screen that a picture must fill if it is shown whole. */
const LEAST_FILLED = 0.4
/** The smallest acceptable share of people who see an item. */
const LEAST_ODDS = 0.1

/** Seconds in which a passer-by reads a symbol and a temperature, the weather of today, or that of five days. */
const WEATHER_SECONDS: Record<WeatherLook, number> = { now: 4, today: 7, days: 8 }

function neededSeconds({ contents, weather, notice }: AdvisedItem, now: number, place: Place): number {
  if (contents) return scanningSeconds(contents, now, place)
  return weather ? WEATHER_SECONDS[weather.look] : readingSeconds(notice as Notice, now, place)
}

const RULES = {
  overflow: (content) =>
    noticeOf(content) && standOf(content)?.fits === false ? { figures: {}, mend: BY_WORDS } : undefined,

  'film-in-zone'(content, { filmlessZones: [zone] }) {
    if (content.of !== 'item' || !isFilm(content.item) || !zone) return undefined
    return { figures: { ...zone, hasPoster: content.item.film?.poster === true } }
  },

  letters(content, { screens }) {
    const notice = noticeOf(content)
    if (!notice) return undefined
    const stand = standOf(content)
    // A preview has laid it out on a whole screen.
    const sizeOn = (screen: ScreenSize) =>
      screen.zone || !stand ? estimatedLetters(notice, screen) * ESTIMATE : stand.smallest
    const screen = hardest(screens, sizeOn)
    const size = sizeOn(screen)
    if (size >= leastLetters(screen)) return undefined
    return { figures: { ...distancesOf(size, screen), isInZone: screen.zone !== undefined }, mend: BY_WORDS }
  },

  'page-letters'(content, { screens }) {
    const pages = shownPages(content)
    if (pages.length === 0) return undefined
    const sizesOn = (screen: ScreenSize) =>
      pages.flatMap((page) => (page.letters === null ? [] : lettersOnScreen(page.letters, page, screen)))
    const screen = hardest(screens, (one) => Math.min(...sizesOn(one), 1))
    const sizes = sizesOn(screen)
    const least = leastLetters(screen)
    const small = sizes.filter((size) => size < least)
    if (small.length === 0) return undefined
    const smallest = Math.min(...small)
    const { metres, wanted } = distancesOf(smallest, screen)
    const px = Math.round(smallest * REFERENCE_HEIGHT_PX)
    return { figures: { px, metres, wanted, pages: small.length }, mend: { of: 'hand', where: 'file' } }
  },

  contrast(content, { colour }) {
    const notice = noticeOf(content)
    if (!notice) return undefined
    const { ground, panel, heading, words } = noticePalette(notice.look, colour)
    const behind = notice.look === 'picture' ? [PICTURE_GROUND, PICTURE_GROUND] : [panel, ground]
    const contrasts = [
      ...(notice.heading === '' ? [] : [contrastOf(heading, behind[0] as string)]),
      ...(notice.body === '' && notice.byline === '' ? [] : [contrastOf(words, behind[1] as string)]),
    ]
    const contrast = Math.min(...contrasts)
    if (contrast >= LEAST_CONTRAST) return undefined
    return {
      figures: { contrast },
      mend: { of: 'item', change: { notice: { ...typedIn(content, notice), look: 'paper' } } },
    }
  },

  countdown(content, { now, place }) {
    if (!hasCountdownOver(textOf(content), now, place) || isOff(content, now, place)) return undefined
    return { figures: {}, mend: offFrom(content, today(now, place)) }
  },

  'date-over'(content, { now, place }) {
    const day = dayOver(textOf(content), today(now, place), place.language)
    if (day === undefined || isOff(content, now, place)) return undefined
    return { figures: { day }, mend: offFrom(content, day + 1) }
  },

  weekday(content, { now, place }) {
    const schedule = scheduleOf(content)
    // If somebody has chosen the days, they have chosen when the text is shown.
    if (schedule?.days || isOff(content, now, place)) return undefined
    const typedAt = 'typedAt' in content ? content.typedAt : undefined
    const weekdays = weekdaysOver(textOf(content), {
      today: today(now, place),
      typed: typedAt === undefined ? undefined : today(typedAt, place),
      language: place.language,
    })
    if (!weekdays) return undefined
    return { figures: { weekdays }, mend: onSchedule(content, { ...schedule, days: weekdays }) }
  },

  'too-short'(content, { now, place }) {
    if (content.of !== 'item') return undefined
    const { item } = content
    if (item.type === 'deck') return tooShortPages(item, shownPages(content))
    if (!item.notice && !item.contents && !item.weather) return undefined
    const seconds = secondsOf(item) || DEFAULT_PLAYER_DURATION_SECONDS
    const needed = neededSeconds(item, now, place)
    const wanted = Math.min(needed, MAX_DURATION_SECONDS)
    if (seconds >= wanted) return undefined
    return { figures: { seconds, more: wanted - seconds }, mend: { of: 'item', change: { duration: wanted } } }
  },

  'long-line'(content, { dwellMs }) {
    if (content.of !== 'line' || content.widthPx === undefined) return undefined
    const ms = passageMs(content.widthPx)
    if (ms <= dwellMs) return undefined
    const figures = { seconds: Math.round(ms / 1_000), dwell: dwellMs / 1_000 }
    return { figures, mend: { of: 'hand', where: 'notice' } }
  },

  shouting(content, { place: { language } }) {
    const notice = noticeOf(content)
    if (notice) {
      // A value is not what somebody typed.
      const typed = typedIn(content, notice)
      const { heading, body, byline } = typed
      const words = shoutedWords(heading) + shoutedWords(body) + shoutedWords(byline)
      if (words === 0) return undefined
      if (!canQuieten(language)) return { figures: { words } }
      const quiet = (text: string) => quietened(text, language)
      const change = { notice: { ...typed, heading: quiet(heading), body: quiet(body), byline: quiet(byline) } }
      return { figures: { words }, mend: { of: 'item', change } }
    }
    if (content.of !== 'line') return undefined
    const { text } = content.line
    const words = shoutedWords(text)
    if (words === 0) return undefined
    if (!canQuieten(language)) return { figures: { words } }
    return { figures: { words }, mend: { of: 'line', change: { text: quietened(text, language) } } }
  },

  'many-lines'(content) {
    const notice = noticeOf(content)
    if (!notice) return undefined
    const texts = [notice.heading, ...linesOf(notice.body)].filter((text) => text !== '')
    const lines = texts.reduce((sum, text) => sum + Math.ceil(text.length / LINE_CHARACTERS), 0)
    return lines > MOST_LINES ? { figures: { lines }, mend: BY_WORDS } : undefined
  },

  'small-picture'(content, { screens }) {
    const picture = pictureOf(content)
    if (!picture) return undefined
    const { width, height } = picture
    const times = Math.min(
      ...screens.map((screen) => {
        const across = widthOf(screen) / width
        const down = heightOf(screen) / height
        return fitOf(content) === 'cover' ? Math.max(across, down) : Math.min(across, down)
      }),
    )
    if (times <= MOST_TIMES) return undefined
    return { figures: { times: Math.round(times * 10) / 10, width, height }, mend: { of: 'hand', where: 'file' } }
  },

  'picture-shape'(content, { screens }) {
    const picture = pictureOf(content)
    if (!picture || content.of !== 'item') return undefined
    const aspect = picture.width / picture.height
    const share = Math.max(
      ...screens.map((screen) => {
        const of = aspect / (widthOf(screen) / heightOf(screen))
        return Math.min(of, 1 / of)
      }),
    )
    const isCut = fitOf(content) === 'cover'
    if (share >= (isCut ? LEAST_KEPT : LEAST_FILLED)) return undefined
    // Shown whole it would be a strip, which is no better.
    const mend: Mend =
      isCut && share >= LEAST_FILLED ? { of: 'item', change: { fit: 'contain' } } : { of: 'hand', where: 'file' }
    return { figures: { isCut, share }, mend }
  },

  unheard(content, { isSilent }) {
    if (content.of !== 'item' || content.item.type !== 'video' || !content.item.sound || !isSilent) return undefined
    return { figures: {}, mend: { of: 'item', change: { sound: false } } }
  },

  undescribed(content) {
    const file = content.of === 'file' ? content.file : content.of === 'item' && !content.item.notice && content.file
    return file && !file.isDescribed ? { figures: {}, mend: { of: 'hand', where: 'description' } } : undefined
  },

  unseen(content, { now, dwellMs }) {
    if (content.of !== 'loop') return undefined
    const found = hardlySeen(content.programme, now, dwellMs)
    if (!found) return undefined
    const shorter = shorterLoop(content.programme, now, dwellMs)
    const ends = shorter?.after.items.every(({ odds }) => odds >= LEAST_ODDS)
    const mend: Mend =
      shorter && ends
        ? { of: 'item-of-loop', itemId: shorter.item.id, change: shorter.change }
        : { of: 'hand', where: 'loop' }
    return { figures: found, mend }
  },
} satisfies Rules

/** The topic of each rule. Only the first finding for each topic is reported. */
const ABOUT: Record<AdviceRule, string> = {
  overflow: 'size',
  'film-in-zone': 'film',
  letters: 'size',
  'many-lines': 'size',
  'page-letters': 'size',
  contrast: 'colours',
  countdown: 'days',
  'date-over': 'days',
  weekday: 'days',
  'too-short': 'time',
  'long-line': 'time',
  shouting: 'capitals',
  'small-picture': 'picture',
  'picture-shape': 'picture',
  unheard: 'sound',
  undescribed: 'description',
  unseen: 'loop',
}

/** The finding of one rule; undefined: none. */
export function findingOf(rule: AdviceRule, content: AdviceContent, known: AdviceKnown): Finding | undefined {
  const found = RULES[rule](content, known)
  return found && ({ rule, mend: undefined, ...found } as Finding)
}

/** All findings on something, the worst first, with at most one for each topic. */
export function findingsOf(content: AdviceContent, known: AdviceKnown): Finding[] {
  const said = new Set<string>()
  return ADVICE_RULES.flatMap((rule) => {
    if (said.has(ABOUT[rule])) return []
    const finding = findingOf(rule, content, known)
    if (finding) said.add(ABOUT[rule])
    return finding ?? []
  })
}

/** An estimated size gets this tolerance, so that only clear cases are reported. */
const ESTIMATE = 1.05
const BY_WORDS: Mend = { of: 'hand', where: 'words' }

const noticeOf = (content: AdviceContent): Notice | undefined =>
  content.of === 'item' ? wordsOf(content.item) : undefined
/** The notice as it is stored, with the values that the shown one has filled in. */
const typedIn = (content: AdviceContent, shown: Notice): Notice =>
  (content.of === 'item' ? content.item.notice : undefined) ?? shown
const standOf = (content: AdviceContent) => (content.of === 'item' ? content.stand : undefined)
const scheduleOf = (content: AdviceContent): Schedule | undefined => {
  if (content.of === 'item') return content.item.schedule
  return content.of === 'line' ? content.line.schedule : undefined
}
const fitOf = (content: AdviceContent) => (content.of === 'item' ? content.item.fit : undefined)

/** All of its text; empty if it has none. */
function textOf(content: AdviceContent): string {
  if (content.of === 'line') return content.line.shown?.text ?? content.line.text
  const notice = noticeOf(content)
  return notice ? `${notice.heading}\n${notice.body}\n${notice.byline}` : ''
}

/** A picture or a film, in its own pixels. */
function pictureOf(content: AdviceContent): AdviceFile | undefined {
  if (content.of === 'file') return content.kind === 'picture' && content.file.width > 0 ? content.file : undefined
  if (content.of !== 'item' || (content.item.type !== 'image' && content.item.type !== 'video')) return undefined
  return content.file && content.file.width > 0 && content.file.height > 0 ? content.file : undefined
}

type AdvisedPage = NonNullable<AdviceFile['pages']>[number] & { number: number }

/** The pages of a deck that are shown. */
function shownPages(content: AdviceContent): AdvisedPage[] {
  const isDeck = content.of === 'file' ? content.kind === 'deck' : content.of === 'item' && content.item.type === 'deck'
  if (!isDeck || content.of === 'line' || content.of === 'loop') return []
  const without = new Set(content.of === 'item' ? content.item.deck?.without : [])
  return (content.file?.pages ?? [])
    .map((page, index) => ({ ...page, number: index + 1 }))
    .filter(({ number }) => !without.has(number))
}

function tooShortPages(item: AdvisedItem, pages: readonly AdvisedPage[]): Found<'too-short'> {
  const own = new Map(item.deck?.seconds.map(({ page, seconds }) => [page, seconds]))
  const short = pages.flatMap(({ number, words }) => {
    const seconds = own.get(number) ?? (item.duration || DEFAULT_PLAYER_DURATION_SECONDS)
    const wanted = Math.min(secondsForWords(words), MOST_PAGE_SECONDS)
    return words > 0 && seconds < wanted ? [{ number, seconds, wanted }] : []
  })
  const [first] = short.toSorted((one, other) => other.wanted - other.seconds - (one.wanted - one.seconds))
  if (!first) return undefined
  const seconds = [
    ...(item.deck?.seconds ?? []).filter(({ page }) => !short.some(({ number }) => number === page)),
    ...short.map(({ number, wanted }) => ({ page: number, seconds: wanted })),
  ].toSorted((one, other) => one.page - other.page)
  const deck: DeckSettings = { without: item.deck?.without ?? [], seconds }
  return {
    figures: { seconds: first.seconds, more: first.wanted - first.seconds },
    mend: { of: 'item', change: { deck } },
  }
}

function distancesOf(size: number, screen: ScreenSize) {
  const metres = readFromMetres(size, screen)
  // Rounded down, so that rounding alone never reaches the wanted distance.
  const told = Math.floor(metres * 10) / 10
  return { metres: told, wanted: screen.distanceCm / 100, inches: screen.diagonalInches }
}

/** Days since 1970, by the clock at the display. */
const today = (at: number, { zoneOffsets }: Place) => Math.floor(localTimeOf(zoneOffsets ?? UTC, at) / DAY_MS)

/** True: it is hidden, or its schedule is over. */
function isOff(content: AdviceContent, now: number, { zoneOffsets }: Place): boolean {
  if (content.of === 'item' && !content.item.visible) return true
  const until = scheduleOf(content)?.until
  return until !== undefined && Date.parse(`${until}Z`) <= localTimeOf(zoneOffsets ?? UTC, now)
}

/** Ends it: an item is hidden, so that it can be used again; a line gets an end. @param day the first day without it */
function offFrom(content: AdviceContent, day: number): Mend | undefined {
  if (content.of === 'item') return { of: 'item', change: { visible: false } }
  if (content.of !== 'line') return undefined
  const { from } = content.line.schedule ?? {}
  const until = `${new Date(day * DAY_MS).toISOString().slice(0, 10)}T00:00`
  if (from !== undefined && from >= until) return undefined
  return { of: 'line', change: { schedule: { ...content.line.schedule, until } } }
}

function onSchedule(content: AdviceContent, schedule: Schedule): Mend | undefined {
  if (content.of === 'item') return { of: 'item', change: { schedule } }
  return content.of === 'line' ? { of: 'line', change: { schedule } } : undefined
}

function hardlySeen(programme: HeldProgramme, now: number, dwellMs: number): AdviceFigures['unseen'] | undefined {
  const { items } = loopHealthAt(playableOf(programme), now, dwellMs)
  const hardly = items.filter(({ odds }) => odds < LEAST_ODDS)
  if (items.length < 2 || hardly.length === 0) return undefined
  return { items: hardly.length, share: Math.min(...hardly.map(({ odds }) => odds)) }
}
