import type { InsertContent, OrganisationId, TakeOverContent } from '@placard/contract'
import { thumbnailUrlOf } from '@placard/contract'
import { useState } from 'react'
import { FilmIcon, GlobeIcon, PictureIcon } from '../../../platform/ui/icons.tsx'
import NoticePicture from '../../content/items/notice-picture.tsx'
import { NoticesHere } from '../../content/items/notices-here.ts'
import { pictureOf } from './content.ts'
import styles from './take-overs.module.css'

type Props = { content: TakeOverContent | InsertContent; organisationId: OrganisationId }

/** A thumbnail of the content as screens would show it. */
export function ContentPicture({ content, organisationId }: Props) {
  const here = { organisationId, zoneOffsets: undefined }
  switch (content.kind) {
    case 'notice':
      return (
        <NoticesHere value={here}>
          <span className={styles.screen}>
            <NoticePicture notice={content.notice} url={pictureOf(content)} />
          </span>
        </NoticesHere>
      )
    case 'file':
      return (
        <span className={styles.screen}>
          <Stored key={content.url} content={content} />
        </span>
      )
    case 'address': {
      const AddressIcon = ADDRESS_ICONS[content.type]
      return (
        <span className={styles.screen}>
          <AddressIcon size={18} />
        </span>
      )
    }
    case 'line':
      return (
        <span className={styles.screen} data-line>
          <span className={styles.ticker} dir="auto">
            {content.text}
          </span>
        </span>
      )
  }
}

const ADDRESS_ICONS = { webpage: GlobeIcon, image: PictureIcon, video: FilmIcon, youtube: FilmIcon }

function Stored({ content }: { content: Extract<TakeOverContent, { kind: 'file' }> }) {
  const [failed, setFailed] = useState(0)
  const places = [thumbnailUrlOf(content.url), ...(content.type === 'image' ? [content.url] : [])]
  const src = places.flatMap((place) => place ?? [])[failed]
  if (src === undefined) return content.type === 'image' ? <PictureIcon size={32} /> : <FilmIcon size={32} />
  return <img className={styles.stored} src={src} alt="" onError={() => setFailed((count) => count + 1)} />
}
