import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  DisplayId,
  IncidentId,
  ScreenId,
  TableId,
  TakeOverId,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '@placard/contract'
import { expect, it } from 'vitest'
import { bodyOf } from './payload.ts'

const PAGE = join(import.meta.dirname, '../../../../docs/webhooks.md')
const AT = Date.parse('2026-11-20T10:07:00.000Z')
const HALL = { id: DisplayId.parse('hall'), name: 'Hall' }
const SINCE = '2026-11-20T10:02:00.000Z'
const screen = {
  incidentId: IncidentId.parse('7c1e2f0a'),
  kind: 'silent' as const,
  screen: { id: ScreenId.parse('3f'.repeat(16)), name: 'Reception left' },
  display: HALL,
  since: SINCE,
}
const takeOver = { id: TakeOverId.parse('c0ffee'), name: 'Leave the building', drill: true, displays: null }
const insert = { id: TakeOverId.parse('d00r'), name: 'Camera', place: 'top-right' as const, displays: [HALL.id] }
const ADA = { kind: 'person' as const, name: 'ada@vnr.example' }

/** One of each type. A missing one does not compile. */
const EXAMPLES: { [Type in WebhookEvent['type']]: Extract<WebhookEvent, { type: Type }>['data'] } = {
  'display.changed': { display: HALL, revision: 42, by: ADA },
  'table.changed': { table: { id: TableId.parse(`_t-${'k3'.repeat(10)}`), name: 'Menu' }, revision: 7, by: ADA },
  'screen.dark': { what: 'alarm', count: 1, screens: [screen], suspectsServer: false },
  'screen.back': { count: 1, screens: [{ ...screen, until: '2026-11-20T10:16:00.000Z' }] },
  'machine.problem': { what: 'alarm', count: 1, screens: [{ ...screen, kind: 'hot' }] },
  'machine.recovered': { count: 1, screens: [{ ...screen, kind: 'hot', until: '2026-11-20T10:16:00.000Z' }] },
  'take-over.began': { takeOver: { ...takeOver, endsAt: '2026-11-20T10:37:00.000Z' }, by: ADA },
  'take-over.ended': {
    takeOver: { ...takeOver, endedAt: '2026-11-20T10:12:00.000Z' },
    because: 'ended',
    by: { kind: 'token', name: 'Fire alarm panel' },
  },
  'insert.began': {
    insert: { ...insert, endsAt: '2026-11-20T10:09:00.000Z' },
    by: { kind: 'token', name: 'Door bell' },
  },
  'insert.ended': {
    insert: { ...insert, endedAt: '2026-11-20T10:09:00.000Z' },
    because: 'time',
    by: { kind: 'token', name: 'Door bell' },
  },
  'proposal.made': {
    proposal: { id: '5b21', kind: 'image' },
    by: { name: 'Grace, 7b' },
    where: { kind: 'display', ...HALL },
    url: 'https://signage.example/proposals',
  },
}

it('[WH1] the page shows each event as it is sent', () => {
  const page = readFileSync(PAGE, 'utf8')
  const [head = '', rest = ''] = page.split(/(?<=<!-- examples: [^\n]*\n)/)
  const tail = rest.slice(rest.indexOf('<!-- /examples -->'))
  const shown = Object.entries(EXAMPLES).map(([type, data]) => {
    const body = bodyOf({ type, data: JSON.stringify(data), created_at: AT }, undefined)
    return `\n\`\`\`json\n${JSON.stringify(JSON.parse(body), null, 2)}\n\`\`\`\n`
  })
  const expected = `${head}${shown.join('')}\n${tail}`
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, expected)
  expect(readFileSync(PAGE, 'utf8')).toBe(expected)
})

it('[WH1] and each example is one by the contract', () => {
  for (const [type, data] of Object.entries(EXAMPLES))
    expect(WEBHOOK_EVENTS[type as WebhookEvent['type']].strict().parse(data)).toEqual(data)
})
