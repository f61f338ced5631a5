import {
  ActivityId,
  DisplayId,
  InsertPlace,
  ItemId,
  LineId,
  MAX_BYLINE_CHARACTERS,
  MAX_HEADING_CHARACTERS,
  MAX_LINE_CHARACTERS,
  MAX_NOTICE_CHARACTERS,
  MAX_TAKE_OVER_MINUTES,
  MAX_TITLE_CHARACTERS,
  NO_PICTURE,
  NoticeLook,
  programmeKeyOf,
  Schedule,
  TakeOverId,
} from '@placard/contract'
import { z } from 'zod'
import { programme } from './reading.ts'
import { type Tool, toolOf } from './tool.ts'

export const words = {
  heading: z.string().max(MAX_HEADING_CHARACTERS).default(''),
  body: z
    .string()
    .max(MAX_NOTICE_CHARACTERS)
    .describe('An empty line begins a paragraph, "- " a list entry, **two stars** make bold.')
    .default(''),
  byline: z.string().max(MAX_BYLINE_CHARACTERS).describe('Small text at the bottom: who, where, when.').default(''),
}
const schedule = Schedule.describe(
  'When it is on, by the clock at the display. "from" and "until" are like 2026-12-24T08:00, "days" are 1 (Monday) to 7, "hours" are times of day like 08:00. "until" is the first moment at which it is off again.',
)
/** Repeating a call with its key does not do it twice. */
const key = z
  .string()
  .regex(/^[A-Za-z0-9_-]{8,64}$/)
  .describe('8 to 64 letters or digits that you choose for this command. Repeat it to repeat a call safely.')
  .optional()
const minutes = z.int().min(1).max(MAX_TAKE_OVER_MINUTES).describe('It ends by itself after this many minutes.')

export const CHANGING: readonly Tool[] = [
  toolOf({
    name: 'write_notice',
    title: 'Write a notice',
    description: 'Adds a notice to the end of the loop of a display or playlist.',
    input: z.strictObject({
      programme,
      ...words,
      link: z.string().max(500).describe('An http or https address that is shown as a QR code.').optional(),
      look: NoticeLook.default('paper'),
      picture: z.string().max(200).describe('The url of a stored picture, from search_library.').optional(),
      seconds: z.int().min(1).max(3_600).describe('How long it stays.').optional(),
      schedule: schedule.optional(),
      key,
    }),
    routes: ['createItem'],
    changes: true,
    async run({ call, organisationId }, input) {
      const { heading, body, byline, link, look } = input
      const title = (heading || body.split('\n')[0] || byline).slice(0, MAX_TITLE_CHARACTERS)
      const { item, revision } = await call('createItem', {
        params: programmeKeyOf(organisationId, input.programme),
        key: input.key,
        body: {
          title,
          type: 'notice',
          url: input.picture ?? NO_PICTURE,
          notice: { look, heading, body, byline, ...(link === undefined ? {} : { link }) },
          ...(input.seconds === undefined ? {} : { duration: input.seconds }),
          ...(input.schedule === undefined ? {} : { schedule: input.schedule }),
        },
      })
      return { item: { id: item.id, title: item.title, visible: item.visible }, revision }
    },
  }),
  toolOf({
    name: 'add_line',
    title: 'Add a line to the ticker',
    description: 'Adds a text to the end of the ticker of a display or playlist.',
    input: z.strictObject({
      programme,
      text: z.string().min(1).max(MAX_LINE_CHARACTERS),
      schedule: schedule.optional(),
      key,
    }),
    routes: ['createLine'],
    changes: true,
    async run({ call, organisationId }, { programme: id, text, schedule: when, key: command }) {
      const { line, revision } = await call('createLine', {
        params: programmeKeyOf(organisationId, id),
        key: command,
        body: { text, ...(when === undefined ? {} : { schedule: when }) },
      })
      return { line: { id: line.id, text: line.text }, revision }
    },
  }),
  toolOf({
    name: 'set_visible',
    title: 'Hide or show items',
    description: 'Hides items of a display or playlist, or shows hidden ones. Nothing is removed.',
    input: z.strictObject({ programme, items: z.array(ItemId).min(1).max(50), visible: z.boolean(), key }),
    routes: ['changeItems'],
    changes: true,
    async run({ call, organisationId }, { programme: id, items, visible, key: command }) {
      const changed = await call('changeItems', {
        params: programmeKeyOf(organisationId, id),
        key: command,
        body: { do: 'update', ids: items, change: { visible } },
      })
      return { items: changed.items.map((one) => ({ id: one.id, visible: one.visible })), revision: changed.revision }
    },
  }),
  toolOf({
    name: 'set_schedule',
    title: 'Schedule items or lines',
    description:
      'Replaces the schedule of items or lines of a display or playlist. Give either items or lines. Null: always on.',
    input: z.strictObject({
      programme,
      items: z.array(ItemId).max(50).default([]),
      lines: z.array(LineId).max(50).default([]),
      schedule: schedule.nullable(),
      key,
    }),
    routes: ['changeItems', 'changeLines'],
    changes: true,
    async run({ call, organisationId }, { programme: id, items, lines, schedule: when, key: command }) {
      const params = programmeKeyOf(organisationId, id)
      // One command each, so that none is carried out by half.
      if (lines.length === 0) {
        const body = { do: 'update', ids: items, change: { schedule: when } } as const
        const { revision, items: changed } = await call('changeItems', { params, key: command, body })
        return { revision, items: changed.map((one) => ({ id: one.id, schedule: one.schedule ?? null })) }
      }
      const ids = items.length === 0 ? lines : []
      const body = { do: 'update', ids, change: { schedule: when } } as const
      const { revision, lines: changed } = await call('changeLines', { params, key: command, body })
      return { revision, lines: changed.map((one) => ({ id: one.id, schedule: one.schedule ?? null })) }
    },
  }),
  toolOf({
    name: 'undo_change',
    title: 'Undo a change',
    description:
      'Undoes one entry of recent_changes. It is refused if the thing has been changed since. Ask the person before you undo a change of somebody else.',
    input: z.strictObject({ programme, change: ActivityId.describe('The id from recent_changes.'), key }),
    routes: ['undoActivity'],
    changes: true,
    destructive: true,
    async run({ call, organisationId }, { programme: id, change, key: command }) {
      const params = { ...programmeKeyOf(organisationId, id), entryId: change }
      return await call('undoActivity', { params, key: command })
    },
  }),
  toolOf({
    name: 'show_in_corner',
    title: 'Show words in a corner for a while',
    description:
      'Shows words in a corner, along a side or as a band. The usual content keeps playing. It ends by itself.',
    input: z.strictObject({
      ...words,
      place: InsertPlace,
      minutes,
      displays: z.array(DisplayId).min(1).max(50).describe('Absent: every display of this token.').optional(),
      key,
    }),
    routes: ['startInsert'],
    changes: true,
    async run({ call, organisationId }, { heading, body, byline, place, displays, key: command, ...rest }) {
      const started = await call('startInsert', {
        params: { organisationId },
        key: command,
        body: {
          content: { kind: 'notice', notice: { look: 'paper', heading, body, byline } },
          place,
          displays: displays ?? null,
          minutes: rest.minutes,
        },
      })
      return { insert: { id: started.id, place: started.place, endsAt: new Date(started.endsAt).toISOString() } }
    },
  }),
  toolOf({
    name: 'end_insert',
    title: 'Take it out of the corner',
    description: 'Ends something that show_in_corner started.',
    input: z.strictObject({ insert: TakeOverId.describe('The id from show_in_corner.'), key }),
    routes: ['endInsert'],
    changes: true,
    destructive: true,
    async run({ call, organisationId }, { insert, key: command }) {
      const ended = await call('endInsert', { params: { organisationId, insertId: insert }, key: command })
      return { insert: { id: ended.id, ending: ended.ending } }
    },
  }),
]
