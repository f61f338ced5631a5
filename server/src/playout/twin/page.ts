import { type DisplayKey, LANGUAGES, localeOf, playerPath, type UiLanguage } from '@placard/contract'
import { type Html, html } from '../../platform/html.ts'
import { translatorOf } from '../../platform/language/translate.ts'
import { bodyOf, calendarLink, nameOf } from './kinds.ts'
import type { Entry, Twin } from './service.ts'

/**
 * Style, script and service worker of the page are files in `web/public/read/`. They need their own folder, because a service
 * worker only controls pages within its folder.
 */
export const TWIN_FOLDER = '/read/'

/** @param key of the display, as in the address */
export function twinPage(twin: Twin, key: DisplayKey, language: UiLanguage): string {
  const t = translatorOf(language)
  const time = timesOf(twin, language)
  const { name, over, insert, entries, before, zones, lines, corners, asleepUntil } = twin
  const shown = [entries, ...zones.map((zone) => zone.entries)]
  // Texts of users are in the language of the display; those of the page are in the language of the reader.
  const own = twin.language === null ? undefined : html` lang="${twin.language}"`
  const section = (title: string | Html, some: Entry[]) =>
    some.length > 0 &&
    html`<h2>${title}</h2><ol>${some.map((entry) => entryOf(entry, shown.includes(some), { key, language, time, own }))}</ol>`
  return document(
    language,
    t('read.title', { name }),
    true,
    html`<main data-follow="${t('read.follow')}" data-follows="${t('read.follows')}" data-now="${t('read.now-shown', { what: '' })}" data-share="${t('read.share')}" data-copied="${t('read.copied')}">
<h1${own}><bdi>${name}</bdi></h1>
<p class="lead">${t('read.as-of', { time: time(twin.at) })} ${asleepUntil !== undefined && t('read.asleep', { time: time(asleepUntil) })} ${t('read.about')}</p>
<div id="shown">
${over.map(
  ({ isDrill, whats, line }) =>
    html`<section class="over"><h2>${isDrill ? t('read.drill') : t('read.over')}</h2>${line !== undefined && html`<p dir="auto"${own}>${line}</p>`}${whats.map((what) => bodyOf(what, { language, own }))}</section>`,
)}
${insert.length > 0 && html`<section><h2>${t('read.insert')}</h2>${insert.map((what) => bodyOf(what, { language, own }))}</section>`}
${section(t('read.on-screen'), entries)}
${zones.map((zone) => section(html`<bdi${own}>${zone.name}</bdi>`, zone.entries))}
${shown.every((some) => some.length === 0) && lines.length === 0 && corners.length === 0 && html`<p>${t('read.nothing')}</p>`}
${lines.length > 0 && html`<h2>${t('read.in-ticker')}</h2><ul class="lines"${own}>${lines.map((line) => html`<li dir="auto">${line}</li>`)}</ul>`}
${corners.length > 0 && html`<h2>${t('read.in-corners')}</h2><ul class="lines"${own}>${corners.map((one) => html`<li dir="auto">${'text' in one ? one.text : html`<a href="${one.link}">${one.link}</a>`}</li>`)}</ul>`}
${section(t('read.before'), [before, ...zones.map((zone) => zone.before)].flat())}
</div>
<p class="meta"><a href="${playerPath(key)}">${name}</a></p>
</main>`,
  )
}

/** The page for a display that does not exist. */
export function noTwinPage(language: UiLanguage): string {
  const none = translatorOf(language)('read.none')
  return document(language, none, false, html`<main><h1>${none}</h1></main>`)
}

function document(language: UiLanguage, title: string, canFollow: boolean, main: Html): string {
  return html`<!doctype html>
<html lang="${language}" dir="${LANGUAGES[language].direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title>
<link rel="stylesheet" href="${TWIN_FOLDER}style.css">
${canFollow && html`<script src="${TWIN_FOLDER}follow.js" defer></script>`}</head>
<body>${main}</body></html>
`.text
}

type Times = (at: number) => string

/** Formats times by the clock at the display, with the day if it is another one. */
function timesOf({ at, timeZone }: Twin, language: UiLanguage): Times {
  const written = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone })
  const day = written({ dateStyle: 'short' })
  const [short, long] = [
    written({ timeStyle: 'short' }),
    written({ weekday: 'long', hour: 'numeric', minute: '2-digit' }),
  ]
  return (moment) => (day.format(moment) === day.format(at) ? short : long).format(moment)
}

type Around = { key: DisplayKey; language: UiLanguage; time: Times; own: Html | undefined }

function entryOf(
  { id, what, startsAt, calendar }: Entry,
  isInLoop: boolean,
  { key, language, time, own }: Around,
): Html {
  const t = translatorOf(language)
  const isNow = isInLoop && startsAt === undefined
  const when = isNow
    ? html`<span class="now">${t('read.now')}</span> · `
    : isInLoop && startsAt !== undefined && html`${t('read.at', { time: time(startsAt) })} · `
  return html`<li class="entry" id="${id}"${isNow && html` data-now`}><p class="meta">${when}${nameOf(what, language)}</p>${bodyOf(what, { language, own, key })}<p class="tools"><a href="#${id}">${t('read.link')}</a>${calendar && calendarLink(key, id, language)}</p></li>`
}
