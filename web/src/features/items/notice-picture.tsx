import { type Brand, NO_PICTURE, type Notice, type NoticeSpan, noticeBlocks, noticePalette } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useContext, useState } from 'react'
import { brandOf } from '../../api/brand.ts'
import { placesOf } from './media-address.ts'
import { MediaFrom } from './media-from.ts'
import styles from './notice-picture.module.css'
import { OrganisationHere } from './organisation-here.ts'

type Props = {
  notice: Notice
  /** Of its picture, or NO_PICTURE. */
  url: string
  /** Left out: that of the organisation here. */
  brand?: Brand
}

/**
 * A notice in small, as the player would set it, drawn by the style sheet alone: no player runs for it. Screen readers hear the words
 * elsewhere.
 */
export default function NoticePicture({ notice, url, brand }: Props) {
  const organisationId = useContext(OrganisationHere)
  const { data } = useQuery({
    // Where no organisation is known nothing is asked.
    ...brandOf(organisationId as NonNullable<typeof organisationId>),
    enabled: organisationId !== undefined && brand === undefined,
  })
  const { colour, logoUrl } = brand ?? data ?? NO_BRAND
  const { look, heading, body, byline } = notice
  const palette = noticePalette(look, colour ?? undefined)
  const colours = {
    '--ground': palette.ground,
    '--panel': palette.panel,
    '--heading': palette.heading,
    '--words': palette.words,
    '--accent': palette.accent,
    '--letters': sizeOf(notice),
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
      className={styles.notice}
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

/** Of its letters, in hundredths of its height: the fewer words the larger, as on the glass. */
function sizeOf({ heading, body }: Notice): number {
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

function Picture({ href }: { href: string }) {
  return <Loaded className={styles.picture} href={href} />
}

function Logo({ href }: { href: string }) {
  return <Loaded className={styles.logo} href={href} />
}

/** The first place where it can be had; none leaves the room empty. */
function Loaded({ href, className }: { href: string; className: string | undefined }) {
  const mediaUrl = useContext(MediaFrom)
  const [broken, setBroken] = useState<readonly string[]>([])
  const place = placesOf(href, { small: true, mediaUrl }).find((one) => !broken.includes(one))
  if (place === undefined) return null
  return (
    <img
      className={className}
      src={place}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken([...broken, place])}
    />
  )
}
