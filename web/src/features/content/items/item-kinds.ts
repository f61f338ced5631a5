import { type ItemType, youtubeIdOf } from '@placard/contract'
import type { ReactNode } from 'react'
import {
  FeedIcon,
  FilmIcon,
  GlobeIcon,
  NoticeIcon,
  PictureIcon,
  StackIcon,
  TableIcon,
  WeatherIcon,
} from '../../../platform/ui/icons.tsx'

type ItemKind = {
  /** The form that creates the item, or the choice of a playlist. `container-form` asks for a title and a file or an address. */
  madeBy:
    | 'container-form'
    | 'notice-form'
    | 'web-page-form'
    | 'deck-form'
    | 'feed-form'
    | 'board-form'
    | 'weather-form'
    | 'playlist-choice'
  /**
   * Fields of the edit form besides title, duration and visibility: the address; for a page, the part that is shown; for a deck, its
   * pages; `nothing` for items with their own form.
   */
  asked: 'address' | 'page' | 'pages' | 'nothing'
  /** Hint below the address field; undefined if the item is added as a file, or chosen. */
  addressHint: 'field.address-hint-youtube' | 'field.address-hint-video' | undefined
  /** The thumbnail: the picture itself, a frame of the film, a poster from another site, its words, its rows, the weather, or none. */
  preview:
    | { by: 'picture' | 'film' | 'words' | 'rows' | 'weather' | 'icon' }
    | { by: 'poster'; posterOf: (href: string) => string }
  /** Shown if there is no picture. */
  Icon: (props: { size?: number }) => ReactNode
  /** The item has a length of its own: in its file, or not known beforehand. Null: it is still. */
  length: 'in-file' | 'unknown' | null
}

/** Each kind of item: its appearance and its forms. */
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
  // Web pages have no thumbnail: the page may have changed by the time it is viewed.
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
  board: {
    madeBy: 'board-form',
    asked: 'nothing',
    addressHint: undefined,
    preview: { by: 'rows' },
    Icon: TableIcon,
    length: null,
  },
  weather: {
    madeBy: 'weather-form',
    asked: 'nothing',
    addressHint: undefined,
    preview: { by: 'weather' },
    Icon: WeatherIcon,
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
