import { type DisplayKey, MEDIA_PATH, type NoticeBlock, playerPath } from '@placard/contract'
import { type Html, html } from '../platform/html.ts'
import type { Entry, NoticeWords, Twin, What } from './service.ts'
import { TWIN_WORDS, type TwinLanguage } from './words.ts'

/** Its style, its script and the worker that keeps it are files of `web/public/read/`: in its own folder, since a worker answers for nothing outside of that. */
export const TWIN_FOLDER = '/read/'

/** Of the file for calendars of something on the page, from there: as short as it can be, since a page may have hundreds. */
const calendarPath = ({ displayId }: DisplayKey, id: string) => `${displayId}/${id}.ics`

/** @param key of its display, as its address has it */
export function twinPage(twin: Twin, key: DisplayKey, language: TwinLanguage): string {
  const words = TWIN_WORDS[language]
  const time = timesOf(twin, language)
  const { name, over, entries, before, lines, asleepUntil } = twin
  // The words of people are in the language of the display; those of the page are in the reader's.
  const own = twin.language === null ? undefined : html` lang="${twin.language}"`
  const section = (title: string, some: readonly Entry[]) =>
    some.length > 0 &&
    html`<h2>${title}</h2><ol>${some.map((entry) => entryOf(entry, some === entries, { key, language, time, own }))}</ol>`
  return document(
    language,
    words.title(name),
    true,
    html`<main data-follow="${words.follow}" data-follows="${words.follows}" data-now="${words.nowShown('')}" data-share="${words.share}" data-copied="${words.copied}">
<h1${own}><bdi>${name}</bdi></h1>
<p class="lead">${words.asOf(time(twin.at))} ${asleepUntil !== undefined && words.asleep(time(asleepUntil))} ${words.about}</p>
<div id="shown">
${over.map(
  ({ isDrill, whats, line }) =>
    html`<section class="over"><h2>${isDrill ? words.drill : words.over}</h2>${line !== undefined && html`<p dir="auto"${own}>${line}</p>`}${whats.map((what) => bodyOf(what, language, own))}</section>`,
)}
${section(words.onGlass, entries)}
${entries.length === 0 && lines.length === 0 && html`<p>${words.nothing}</p>`}
${lines.length > 0 && html`<h2>${words.inTicker}</h2><ul class="lines"${own}>${lines.map((line) => html`<li dir="auto">${line}</li>`)}</ul>`}
${section(words.before, before)}
</div>
<p class="meta"><a href="${playerPath(key)}">${name}</a></p>
</main>`,
  )
}

/** The page for a reader who asks for a display that is not there. */
export function noTwinPage(language: TwinLanguage): string {
  const { none } = TWIN_WORDS[language]
  return document(language, none, false, html`<main><h1>${none}</h1></main>`)
}

function document(language: TwinLanguage, title: string, canFollow: boolean, main: Html): string {
  return html`<!doctype html>
<html lang="${language}" dir="${TWIN_WORDS[language].direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title>
<link rel="stylesheet" href="${TWIN_FOLDER}style.css">
${canFollow && html`<script src="${TWIN_FOLDER}follow.js" defer></script>`}</head>
<body>${main}</body></html>
`.text
}

type Times = (at: number) => string

/** By the clock at the display, with the day where it is not the same. */
function timesOf({ at, timeZone }: Twin, language: TwinLanguage): Times {
  const written = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...options, timeZone })
  const day = written({ dateStyle: 'short' })
  const [short, long] = [
    written({ timeStyle: 'short' }),
    written({ weekday: 'long', hour: 'numeric', minute: '2-digit' }),
  ]
  return (moment) => (day.format(moment) === day.format(at) ? short : long).format(moment)
}

type Around = { key: DisplayKey; language: TwinLanguage; time: Times; own: Html | undefined }

function entryOf(
  { id, what, startsAt, calendar }: Entry,
  isInLoop: boolean,
  { key, language, time, own }: Around,
): Html {
  const words = TWIN_WORDS[language]
  const isNow = isInLoop && startsAt === undefined
  const when = isNow
    ? html`<span class="now">${words.now}</span> · `
    : isInLoop && startsAt !== undefined && html`${words.at(time(startsAt))} · `
  return html`<li class="entry" id="${id}"${isNow && html` data-now`}><p class="meta">${when}${kindOf(what, language)}</p>${bodyOf(what, language, own, key)}<p class="tools"><a href="#${id}">${words.link}</a>${calendar && html` <a href="${calendarPath(key, id)}">${words.calendar}</a>`}</p></li>`
}

function kindOf(what: What, language: TwinLanguage): string {
  const words = TWIN_WORDS[language]
  switch (what.kind) {
    case 'picture':
      return words.picture
    case 'film':
      return words.film(what.seconds === undefined ? undefined : lengthOf(what.seconds))
    case 'youtube':
      return words.youtube
    case 'webpage':
      return words.webPage
    case 'notice':
      return words.notice
    case 'deck':
      return words.document(what.pages.length)
    case 'feed':
      return words.feed
  }
}

const lengthOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`

/** @param key absent: it is in front of everything for a while, and nothing of it is taken along */
function bodyOf(what: What, language: TwinLanguage, own: Html | undefined, key?: DisplayKey): Html {
  const words = TWIN_WORDS[language]
  const described = (text: string) =>
    text === '' ? html`<p class="none">${words.notDescribed}</p>` : html`<p class="words" dir="auto"${own}>${text}</p>`
  switch (what.kind) {
    case 'picture':
      // The description above the picture tells its content, in words that everybody can read.
      return html`${described(what.description)}${MEDIA_PATH.test(what.url) ? html`<img src="${what.url}" alt="" loading="lazy">` : linkTo(what.url)}`
    case 'film':
      return html`${described(what.description)}${what.url !== undefined && html`<p><a href="${what.url}">${words.openFilm}</a></p>`}`
    case 'youtube':
    case 'webpage':
      return linkTo(what.url)
    case 'feed':
      return html`${what.notices.map(
        (notice) =>
          html`<div class="part" id="${notice.id}">${noticeOf(notice, own)}${
            key &&
            notice.calendar &&
            html`<p class="tools"><a href="${calendarPath(key, notice.id)}" aria-label="${words.calendar}: ${notice.heading}">${words.calendar}</a></p>`
          }</div>`,
      )}`
    case 'notice':
      return noticeOf(what, own)
    case 'deck':
      return html`${what.pages.map(
        ({ number, url, text }) =>
          html`<h3><a href="${url}">${words.page(number)}</a></h3>${text === '' ? html`<p class="none">${words.noWords}</p>` : html`<p class="words" dir="auto"${own}>${text}</p>`}`,
      )}`
  }
}

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
