import { type ItemType, youtubeIdOf } from '@placard/contract'
import type { ReactNode } from 'react'
import { FilmIcon, PictureIcon, StackIcon } from '../../ui/icons.tsx'

type ItemKind = {
  /** Under the field for its address; undefined: it is added as a file, or chosen. */
  addressHint: 'field.address-hint-youtube' | 'field.address-hint-video' | undefined
  /** How it is seen in small: as it is, by a moment of the film, by a picture that stands elsewhere, or not at all. */
  preview: { by: 'picture' } | { by: 'film' } | { by: 'poster'; posterOf: (href: string) => string } | { by: 'icon' }
  /** In place of a picture that is not there. */
  Icon: (props: { size?: number }) => ReactNode
  /** Runs by itself, for a length of its own: in its file, or unknown beforehand. Null: it stands still. */
  length: 'in-file' | 'unknown' | null
}

/** Each kind of item as the pages show it and ask for it. */
export const ITEM_KINDS: Record<ItemType, ItemKind> = {
  image: { addressHint: undefined, preview: { by: 'picture' }, Icon: PictureIcon, length: null },
  youtube: {
    addressHint: 'field.address-hint-youtube',
    preview: { by: 'poster', posterOf: youtubePoster },
    Icon: FilmIcon,
    length: 'unknown',
  },
  playlist: { addressHint: undefined, preview: { by: 'icon' }, Icon: StackIcon, length: null },
  video: { addressHint: 'field.address-hint-video', preview: { by: 'film' }, Icon: FilmIcon, length: 'in-file' },
}

function youtubePoster(href: string): string {
  return `https://i.ytimg.com/vi/${youtubeIdOf(new URL(href)) ?? ''}/hqdefault.jpg`
}
