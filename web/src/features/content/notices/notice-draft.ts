import {
  type CreateItem,
  DEFAULT_PLAYER_DURATION_SECONDS,
  DisplayId,
  type Item,
  NO_PICTURE,
  NoticeLook,
  type UpdateItem,
} from '@placard/contract'
import { noticeShown, type Place, readingSeconds, type TextOfValue } from '@placard/playback'
import { z } from 'zod'
import { differenceIn, NOTICE_FIELDS } from '../items/item-draft.ts'
import { completeLink } from '../items/typed-address.ts'
import { bodyOf, draftOf as scheduleDraftOf } from '../schedules/draft.ts'
import { titleOf } from './words.ts'

const NO_MOMENT = { date: '', time: '' }

/** A duration that follows the reading time of the text. */
export const TO_READ = 'to-read'

/** The values of the form, named by their paths in the command's body. */
export const NoticeDraft = z.object({
  'notice.heading': z.string(),
  'notice.body': z.string(),
  'notice.byline': z.string(),
  'notice.look': NoticeLook,
  /** As people type it: `school.org/menu`. */
  'notice.link': z.string(),
  url: z.string(),
  /** Seconds as the value of a select, or TO_READ. */
  duration: z.string(),
  visible: z.boolean(),
  /** The end of a new notice. */
  'schedule.until': z.object({ date: z.string(), time: z.string() }).default(NO_MOMENT),
  /** The other displays that get a new notice. */
  displays: z.array(DisplayId).default([]),
})
export type NoticeDraft = z.infer<typeof NoticeDraft>

export const EMPTY_NOTICE: NoticeDraft = {
  'notice.heading': '',
  'notice.body': '',
  'notice.byline': '',
  'notice.look': 'paper',
  'notice.link': '',
  url: NO_PICTURE,
  duration: TO_READ,
  visible: true,
  'schedule.until': NO_MOMENT,
  displays: [],
}

/** The clock and the language for the live words of a display, and the values that its texts can have. */
export type Clock = { at: number; place: Place; textOf: TextOfValue }

const wordsIn = (draft: NoticeDraft) => ({
  heading: draft['notice.heading'],
  body: draft['notice.body'],
  byline: draft['notice.byline'],
})

/** The words as a screen shows them. undefined: values are missing, and nothing is left. */
export const wordsShown = (draft: NoticeDraft, { textOf }: Pick<Clock, 'textOf'>) => noticeShown(wordsIn(draft), textOf)

export const secondsToRead = (draft: NoticeDraft, clock: Clock): number =>
  readingSeconds(wordsShown(draft, clock) ?? wordsIn(draft), clock.at, clock.place)

export function draftOf(item: Item, clock: Clock): NoticeDraft {
  const { notice, url, visible, duration = DEFAULT_PLAYER_DURATION_SECONDS } = item
  if (!notice) return EMPTY_NOTICE
  const draft: NoticeDraft = {
    ...EMPTY_NOTICE,
    'notice.heading': notice.heading,
    'notice.body': notice.body,
    'notice.byline': notice.byline,
    'notice.look': notice.look,
    'notice.link': notice.link ?? '',
    url,
    visible,
  }
  return duration === secondsToRead(draft, clock) ? draft : { ...draft, duration: String(duration) }
}

/** The duration in seconds. */
const secondsOf = (draft: NoticeDraft, clock: Clock): number =>
  draft.duration === TO_READ ? secondsToRead(draft, clock) : Number(draft.duration)

/** @param unnamed the title for a notice without words for one */
export function itemOf(draft: NoticeDraft, clock: Clock, unnamed: string) {
  const link = completeLink(draft['notice.link'])
  const notice = {
    look: draft['notice.look'],
    ...wordsIn(draft),
    ...(link === '' ? {} : { link }),
  }
  return {
    title: titleOf(notice) || unnamed,
    type: 'notice' as const,
    url: draft.url,
    duration: secondsOf(draft, clock),
    visible: draft.visible,
    notice,
  }
}

/** The body's schedule of a new notice. Without a last day: always. */
export function scheduleOf({ 'schedule.until': until }: NoticeDraft): { schedule?: unknown } {
  const { schedule } = bodyOf({ ...scheduleDraftOf(undefined, ''), 'schedule.until': until })
  return schedule === null ? {} : { schedule }
}

/** The fields in which a notice differs from its earlier version. All words and the look count as one field. */
export const differenceOf = (now: Parameters<typeof differenceIn<typeof NOTICE_FIELDS>>[1], before: Item): UpdateItem =>
  differenceIn(NOTICE_FIELDS, now, before)

/** The same for a draft, with the title from its words. A title that was set elsewhere is kept as long as the words do not change. */
export function changeOf(item: CreateItem, before: Item): UpdateItem {
  const change = differenceOf(item, before)
  return change.notice ? { ...change, title: item.title } : change
}

/** Merges another user's version with the draft's changes to the version that both started from. */
export function mergeDraft(draft: NoticeDraft, before: NoticeDraft, theirs: NoticeDraft): NoticeDraft {
  const names = Object.keys(draft) as (keyof NoticeDraft)[]
  const mine = names.filter((name) => draft[name] !== before[name])
  return { ...theirs, ...Object.fromEntries(mine.map((name) => [name, draft[name]])) }
}
