import { createHash } from 'node:crypto'
import {
  type DisplayKey,
  type FeedEntry,
  type Forecast,
  type Item,
  type ItemType,
  MEDIA_PATH,
  type MediaId,
  mediaIdOf,
  type NoticeBlock,
  noticeBlocks,
  secondsOf,
  shownPagesOf,
  type UiLanguage,
} from '@placard/contract'
import {
  type Place,
  scheduleStateAt,
  type ToldBoard,
  type ToldWeather,
  toldBoard,
  toldWeather,
  withLiveWords,
  withoutLiveWords,
} from '@placard/playback'
import { type Html, html } from '../../platform/html.ts'
import { type Translator, translatorOf } from '../../platform/language/translate.ts'
import { type CalendarDraft, MOST_SUMMARY_CHARACTERS } from './calendar.ts'

/** An item, or an item's entry in a manifest. */
export type Told = Pick<
  Item,
  'id' | 'url' | 'duration' | 'notice' | 'deck' | 'pages' | 'film' | 'entries' | 'contents'
> & {
  type: ItemType
  /** Only for an item. */
  revision?: number
}

/**
 * @param files texts of stored files @param at the time for which live words are filled in
 * @param forecast the weather at the display
 */
export type Around = { files: ReadonlyMap<MediaId, string>; at: number; place: Place; forecast?: Forecast | undefined }

export type NoticeWords = { heading: string; blocks: NoticeBlock[]; byline: string; link: string | undefined }

/** An entry of a feed, with its own calendar file if it is an event. */
type FeedNotice = NoticeWords & { id: Told['id']; calendar: CalendarDraft | undefined }

/** The kinds that are shown themselves. A playlist is replaced by its contents. */
type Kind = Exclude<ItemType, 'playlist'>

/** The content of an item of each kind, for a person who cannot see it. Empty descriptions: none was written. */
type Contents = {
  image: { url: string; description: string }
  youtube: { url: string }
  /** `url`: its file, if it is stored here. */
  video: { url: string | undefined; description: string; seconds: number | undefined }
  notice: NoticeWords
  webpage: { url: string }
  /** The rows that are on now. */
  board: ToldBoard & { title: string }
  /** The present weather, and the next days. */
  weather: ToldWeather
  deck: { pages: { number: number; url: string; text: string }[] }
  /** The entries that are on now. */
  feed: { notices: FeedNotice[] }
}

export type What<Kinds extends Kind = Kind> = { [Name in Kinds]: { kind: Name } & Contents[Name] }[Kinds]

/** The page around the content. */
export type Page = {
  language: UiLanguage
  /** The `lang` attribute for the users' texts. Undefined: the language is not known. */
  own: Html | undefined
  /** The display. Undefined for a take-over, which has no calendar files. */
  key?: DisplayKey
}

type Row<Content> = {
  /** Undefined: there is nothing to describe yet. */
  read: (item: Told, around: Around) => Content | undefined
  /** The name of the kind. */
  name: (t: Translator, content: Content) => string
  /** The texts for a calendar entry, the first of which is its summary. Empty if no text describes the item. */
  calendarWords: (content: Content, item: Told) => string[]
  body: (content: Content, page: Page) => Html
}

const noWords = () => []

function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): Html {
  const head = html`<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>`
  const body = rows.map((cells) => html`<tr>${cells.map((cell) => html`<td dir="auto">${cell}</td>`)}</tr>`)
  return html`<div class="table"><table>${head}<tbody>${body}</tbody></table></div>`
}

/** The texts of the page for each kind of item. A missing kind is a compile error. */
const KINDS: { readonly [Name in Kind]: Row<Contents[Name]> } = {
  image: {
    read: ({ url }, { files }) => ({ url, description: wordsOn(url, files) }),
    name: (t) => t('read.kind.image'),
    calendarWords: ({ description }) => [description],
    // The description above the picture replaces the `alt` text, and is visible to everybody.
    body: ({ url, description }, page) =>
      html`${described(description, page)}${MEDIA_PATH.test(url) ? html`<img src="${url}" alt="" loading="lazy">` : linkTo(url)}`,
  },
  video: {
    read: (item, { files }) => ({
      url: MEDIA_PATH.test(item.url) ? item.url : undefined,
      description: wordsOn(item.url, files),
      seconds: secondsOf(item),
    }),
    name: (t, { seconds }) =>
      seconds === undefined ? t('read.kind.video') : t('read.kind.video-length', { length: lengthOf(seconds) }),
    calendarWords: ({ description }) => [description],
    body: ({ url, description }, page) => {
      const openFilm = translatorOf(page.language)('read.open-film')
      return html`${described(description, page)}${url !== undefined && html`<p><a href="${url}">${openFilm}</a></p>`}`
    },
  },
  youtube: {
    read: ({ url }) => ({ url }),
    name: (t) => t('read.kind.youtube'),
    calendarWords: noWords,
    body: ({ url }) => linkTo(url),
  },
  webpage: {
    read: ({ url }) => ({ url }),
    name: (t) => t('read.kind.webpage'),
    calendarWords: noWords,
    body: ({ url }) => linkTo(url),
  },
  board: {
    read: ({ contents }, { at, place }) =>
      contents && { title: contents.title, ...toldBoard(contents, at, place.zoneOffsets) },
    name: (t) => t('read.kind.board'),
    calendarWords: noWords,
    body({ title, headings, rows }, { own }) {
      return html`<div dir="auto"${own}>${title !== '' && html`<h3>${title}</h3>`}${tableOf(headings, rows)}</div>`
    },
  },
  weather: {
    read: (_, { forecast, at, place }) => forecast && toldWeather(forecast, at, place.zoneOffsets, place.language),
    name: (t) => t('read.kind.weather'),
    calendarWords: noWords,
    body({ town, now, headings, rows, credit }, { own }) {
      return html`<div dir="auto"${own}><h3>${town}</h3><p>${now}</p>${tableOf(headings, rows)}<p class="meta">${credit}</p></div>`
    },
  },
  notice: {
    read: ({ notice }, around) => notice && wordsOf(notice, around),
    name: (t) => t('read.kind.notice'),
    calendarWords({ heading, byline, link }, { notice }) {
      const body = notice ? withoutLiveWords(notice.body) : ''
      const blocks = noticeBlocks(body).map(textOfBlock)
      return [heading === '' ? '' : (notice?.heading ?? ''), ...blocks, byline, link ?? '']
    },
    body: (words, { own }) => noticeOf(words, own),
  },
  deck: {
    read: ({ pages = [], ...item }, { files }) => ({
      pages: shownPagesOf({ ...item, pages }).map(({ number, page: { url } }) => ({
        number,
        url,
        text: wordsOn(url, files),
      })),
    }),
    name: (t, { pages }) => t('read.kind.deck', { count: pages.length }),
    calendarWords: ({ pages }) => pages.map(({ text }) => text),
    body: ({ pages }, { language, own }) => {
      const t = translatorOf(language)
      return html`${pages.map(
        ({ number, url, text }) =>
          html`<h3><a href="${url}">${t('read.page', { number })}</a></h3>${text === '' ? html`<p class="none">${t('read.no-words')}</p>` : html`<p class="words" dir="auto"${own}>${text}</p>`}`,
      )}`
    },
  },
  feed: {
    read({ entries = [], ...item }, around) {
      const { at, place } = around
      const on = entries.filter(({ schedule }) => scheduleStateAt(schedule, place.zoneOffsets ?? [[0, 0]], at).isOn)
      const notices = on.flatMap(({ id, notice, event }): FeedNotice[] => {
        if (!notice) return []
        const words = wordsOf(notice, around)
        return [{ id, ...words, calendar: event && calendarOfEvent(item, words, event) }]
      })
      return { notices }
    },
    name: (t) => t('read.kind.feed'),
    calendarWords: noWords,
    body: ({ notices }, { language, own, key }) => {
      const calendar = translatorOf(language)('read.calendar')
      return html`${notices.map(
        (notice) =>
          html`<div class="part" id="${notice.id}">${noticeOf(notice, own)}${
            key &&
            notice.calendar &&
            html`<p class="tools"><a href="${calendarPath(key, notice.id)}" aria-label="${calendar}: ${notice.heading}">${calendar}</a></p>`
          }</div>`,
      )}`
    },
  },
}

/** @returns undefined for kinds that are never shown themselves, and for items without content yet */
export function whatOf(item: Told, around: Around): What | undefined {
  const { type } = item
  const content = type === 'playlist' ? undefined : KINDS[type].read(item, around)
  return content && ({ kind: type, ...content } as What)
}

export function nameOf<Name extends Kind>(what: What<Name>, language: UiLanguage): string {
  return KINDS[what.kind].name(translatorOf(language), what)
}

export function bodyOf<Name extends Kind>(what: What<Name>, page: Page): Html {
  return KINDS[what.kind].body(what, page)
}

export function calendarWordsOf<Name extends Kind>(what: What<Name>, item: Told): string[] {
  return KINDS[what.kind].calendarWords(what, item)
}

/** A link to the calendar file of something on the page. */
export const calendarLink = (key: DisplayKey, id: string, language: UiLanguage): Html =>
  html` <a href="${calendarPath(key, id)}">${translatorOf(language)('read.calendar')}</a>`

/** A relative path, to keep it short: a page may have hundreds. */
const calendarPath = ({ displayId }: DisplayKey, id: string) => `${displayId}/${id}.ics`

const lengthOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`

function wordsOn(url: string, files: ReadonlyMap<MediaId, string>): string {
  const id = mediaIdOf(url)
  return (id && files.get(id)) ?? ''
}

function wordsOf({ heading, body, byline, link }: NonNullable<Item['notice']>, { at, place }: Around): NoticeWords {
  const fill = (text: string) => withLiveWords(text, at, place)
  return { heading: fill(heading), blocks: noticeBlocks(fill(body)), byline: fill(byline), link }
}

/** The numbers of entries are reused, so the calendar id is derived from the event's text and time. */
function calendarOfEvent(
  { id, revision }: Pick<Told, 'id' | 'revision'>,
  { heading, blocks }: NoticeWords,
  event: NonNullable<FeedEntry['event']>,
): FeedNotice['calendar'] {
  const name = createHash('sha256').update(`${event.from} ${heading}`).digest('hex').slice(0, 16)
  return {
    id: `${id}-${name}`,
    revision: revision ?? 0,
    summary: heading.slice(0, MOST_SUMMARY_CHARACTERS),
    description: blocks.map(textOfBlock).join('\n\n'),
    events: [event],
  }
}

function textOfBlock({ kind, lines }: NoticeBlock): string {
  return lines.map((line) => (kind === 'list' ? '- ' : '') + line.map(({ text }) => text).join('')).join('\n')
}

const described = (text: string, { language, own }: Page) =>
  text === ''
    ? html`<p class="none">${translatorOf(language)('read.not-described')}</p>`
    : html`<p class="words" dir="auto"${own}>${text}</p>`

function noticeOf({ heading, blocks, byline, link }: NoticeWords, own: Html | undefined): Html {
  return html`<div dir="auto"${own}>${heading !== '' && html`<h3>${heading}</h3>`}${blocks.map(blockOf)}${byline !== '' && html`<p class="meta">${byline}</p>`}</div>${link !== undefined && linkTo(link)}`
}

const linkTo = (url: string) => html`<p><a href="${url}" rel="noreferrer" dir="ltr">${url}</a></p>`

function blockOf({ kind, lines }: NoticeBlock): Html {
  const inside = lines.map((line) =>
    line.map(({ text, isBold }) => (isBold ? html`<strong>${text}</strong>` : html`${text}`)),
  )
  if (kind === 'list') return html`<ul>${inside.map((line) => html`<li>${line}</li>`)}</ul>`
  return html`<p>${inside.map((line, nth) => html`${nth > 0 && html`<br>`}${line}`)}</p>`
}
