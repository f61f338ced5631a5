import {
  type Brand,
  NO_PICTURE,
  type Notice,
  type NoticeSpan,
  noticeBlocks,
  noticePalette,
  type ZoneOffsets,
} from '@placard/contract'
import { directionOf, liveWordsUntil, withLiveWords } from '@placard/playback'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useContext, useEffect, useState } from 'react'
import { brandOf } from '../../../platform/api/brand.ts'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import styles from './notice-picture.module.css'
import { NoticesHere } from './notices-here.ts'
import frame from './picture-frame.module.css'
import { Thumbnail } from './thumbnail.tsx'

type Props = {
  notice: Notice
  /** The address of its picture, or NO_PICTURE. */
  url: string
  /** Omitted: the brand of this organisation. */
  brand?: Brand
}

/**
 * A thumbnail of a notice, laid out as the player would, but with the style sheet alone and without a player. It is hidden from screen
 * readers, which find the words elsewhere.
 */
export default function NoticePicture({ notice, url, brand }: Props) {
  const { organisationId, zoneOffsets } = useContext(NoticesHere)
  const { data } = useQuery({
    // Without an organisation no brand is requested.
    ...brandOf(organisationId as NonNullable<typeof organisationId>),
    enabled: organisationId !== undefined && brand === undefined,
  })
  const { colour, logoUrl } = brand ?? data ?? NO_BRAND
  const { look } = notice
  const { heading, body, byline } = useFilledIn(notice, zoneOffsets)
  const palette = noticePalette(look, colour ?? undefined)
  const colours = {
    '--ground': palette.ground,
    '--panel': palette.panel,
    '--heading': palette.heading,
    '--words': palette.words,
    '--accent': palette.accent,
    '--letters': sizeOf({ heading, body }),
  } as CSSProperties
  const blocks = noticeBlocks(body)
  const headline = heading !== '' && (
    <span className={styles.heading} dir="auto">
      {heading}
    </span>
  )
  const hasPicture = url !== NO_PICTURE
  return (
    <span
      className={`${frame.frame} ${styles.notice}`}
      dir={directionOf(`${heading} ${body}`)}
      data-look={look}
      data-picture={hasPicture || undefined}
      data-beside={(hasPicture && look !== 'picture' && look !== 'split') || undefined}
      style={colours}
      aria-hidden="true"
    >
      <span className={styles.decor} />
      {hasPicture && <Picture key={url} href={url} />}
      {look === 'split' && <span className={styles.panel}>{headline}</span>}
      <span className={styles.sheet}>
        <span className={styles.words}>
          {look !== 'split' && headline}
          {blocks.map(({ kind, lines }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text is drawn anew from its beginning
            <span key={index} className={styles.block} dir="auto">
              {lines.map((spans, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same
                <span key={line} className={kind === 'list' ? styles.entry : styles.line}>
                  <Spans spans={spans} />
                </span>
              ))}
            </span>
          ))}
        </span>
        {(byline !== '' || logoUrl !== null) && (
          <span className={styles.foot}>
            {logoUrl !== null && <Logo key={logoUrl} href={logoUrl} />}
            <span dir="auto">{byline}</span>
          </span>
        )}
      </span>
    </span>
  )
}

const NO_BRAND: Brand = { colour: null, logoUrl: null }

function Spans({ spans }: { spans: NoticeSpan[] }) {
  return spans.map(({ text, isBold }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the same
    isBold ? <b key={index}>{text}</b> : text,
  )
}

/** Font size in hundredths of the picture's height: the fewer words, the larger, as on the screen. */
function sizeOf({ heading, body }: Pick<Notice, 'heading' | 'body'>): number {
  const letters = heading.length * 2 + body.length
  const step = SIZES.find(([most]) => letters <= most)
  return step ? step[1] : LEAST_SIZE
}

const SIZES = [
  [40, 10],
  [90, 8],
  [180, 6.5],
  [320, 5.2],
] as const
const LEAST_SIZE = 4.2

/** The texts with their live words filled in for now, in the user's language. */
function useFilledIn({ heading, body, byline }: Notice, zoneOffsets: ZoneOffsets | undefined) {
  const { language } = useI18n()
  const [, drawAnew] = useState({})
  const now = serverNow()
  const place = { zoneOffsets, language: dateLocale(language) }
  const until = Math.min(...[heading, body, byline].map((text) => liveWordsUntil(text, now, place)))

  useEffect(() => {
    if (until === Number.POSITIVE_INFINITY) return
    const timer = setTimeout(() => drawAnew({}), Math.min(until - serverNow(), DAY_MS))
    return () => clearTimeout(timer)
  }, [until])

  const filled = (text: string) => withLiveWords(text, now, place)
  return { heading: filled(heading), body: filled(body), byline: filled(byline) }
}

/** Timers are limited to a few weeks, so a longer wait is split into days. */
const DAY_MS = 86_400_000

function Picture({ href }: { href: string }) {
  return <Thumbnail className={styles.picture} href={href} instead={null} />
}

function Logo({ href }: { href: string }) {
  return <Thumbnail className={styles.logo} href={href} instead={null} />
}
