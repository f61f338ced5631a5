import { type ItemType, youtubeIdOf } from '@placard/contract'
import type { ReactNode } from 'react'
import { FeedIcon, FilmIcon, GlobeIcon, NoticeIcon, PictureIcon, StackIcon } from '../../../platform/ui/icons.tsx'

type ItemKind = {
  /** The form that makes one: that for a title and a file or an address, that for words, a page, a document or a feed, or a choice. */
  madeBy: 'container-form' | 'notice-form' | 'web-page-form' | 'deck-form' | 'feed-form' | 'playlist-choice'
  /**
   * Fields asked in the form that changes it, besides its title, its time and whether it is shown: its address, of a page
   * what is seen of it, of a deck its pages; nothing of what has a form of its own.
   */
  asked: 'address' | 'page' | 'pages' | 'nothing'
  /** Under the field for its address; undefined: it is added as a file, or chosen. */
  addressHint: 'field.address-hint-youtube' | 'field.address-hint-video' | undefined
  /** How it is seen in small: as it is, by a moment of the film, by a picture that stands elsewhere, by its words, or not at all. */
  preview: { by: 'picture' | 'film' | 'words' | 'icon' } | { by: 'poster'; posterOf: (href: string) => string }
  /** In place of a picture that is not there. */
  Icon: (props: { size?: number }) => ReactNode
  /** Runs by itself, for a length of its own: in its file, or unknown beforehand. Null: it stands still. */
  length: 'in-file' | 'unknown' | null
}

/** Each kind of item as the pages show it and ask for it. */
export const ITEM_KINDS: Record<ItemType, ItemKind> = {
  image: {
    madeBy: 'container-form',
    asked: 'address',
    addressHint: undefined,
    preview: { by: 'picture' },
    Icon: PictureIcon,
    length: null,
  },
  youtube: {
    madeBy: 'container-form',
    asked: 'address',
    addressHint: 'field.address-hint-youtube',
    preview: { by: 'poster', posterOf: youtubePoster },
    Icon: FilmIcon,
    length: 'unknown',
  },
  notice: {
    madeBy: 'notice-form',
    asked: 'nothing',
    addressHint: undefined,
    preview: { by: 'words' },
    Icon: NoticeIcon,
    length: null,
  },
  // No picture of it is taken: a page may be anything by the time that somebody looks.
  webpage: {
    madeBy: 'web-page-form',
    asked: 'page',
    addressHint: undefined,
    preview: { by: 'icon' },
    Icon: GlobeIcon,
    length: null,
  },
  deck: {
    madeBy: 'deck-form',
    asked: 'pages',
    addressHint: undefined,
    preview: { by: 'picture' },
    Icon: StackIcon,
    length: null,
  },
  // Its entries are on its card.
  feed: {
    madeBy: 'feed-form',
    asked: 'nothing',
    addressHint: undefined,
    preview: { by: 'icon' },
    Icon: FeedIcon,
    length: null,
  },
  playlist: {
    madeBy: 'playlist-choice',
    asked: 'nothing',
    addressHint: undefined,
    preview: { by: 'icon' },
    Icon: StackIcon,
    length: null,
  },
  video: {
    madeBy: 'container-form',
    asked: 'address',
    addressHint: 'field.address-hint-video',
    preview: { by: 'film' },
    Icon: FilmIcon,
    length: 'in-file',
  },
}

function youtubePoster(href: string): string {
  return `https://i.ytimg.com/vi/${youtubeIdOf(new URL(href)) ?? ''}/hqdefault.jpg`
}
