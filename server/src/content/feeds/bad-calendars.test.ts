import { afterEach, describe, expect, it } from 'vitest'
import { icsOf, rssOf } from '../../testing/feed-server.ts'
import { jobOf, PARSED_AT } from '../../testing/parse-job.ts'
import { createParser, type Parser } from './parser.ts'

let parser: Parser
afterEach(() => parser.close())

/** The work is limited by counts and not by time, so a busy machine may take longer. */
const PATIENCE_MS = 60_000

/** Parses a body in the worker. A status other than `ended` shows that its memory was sufficient. */
async function parse(body: string) {
  parser = createParser({ warn: () => {} }, { jobMs: PATIENCE_MS })
  const [reply, other] = await Promise.all([
    parser.parse(jobOf(body, 'text/calendar')),
    parser.parse(jobOf(rssOf([{ id: '1', title: 'x' }]))),
  ])
  expect(other).toMatchObject({ status: 'read', kind: 'news', entries: [{ title: 'x' }] })
  return reply
}

const TWO_MB = 2 * 2 ** 20 - 2_000
const filled = (one: string) => one.repeat(Math.floor(TWO_MB / one.length))
const event = (...lines: string[]) => icsOf([['DTSTART:20261124T100000Z', 'SUMMARY:x', ...lines]])

describe('[HS28][B128] a calendar of 2 MB', () => {
  it.each([
    ['of one description', event(`DESCRIPTION:${filled('word ')}`), {}],
    ['of one description in folded lines', event(`DESCRIPTION:${filled('a\r\n ')}`), {}],
    ['of blanks', event(`DESCRIPTION:${filled(' ')}x`), {}],
    ['of quotes', event(`X-A;B=${filled('"')}:x`), {}],
    ['of parameters', event(`DTEND${filled(';A=1')}:20261124T110000Z`), {}],
    ['of further dates', event(`RDATE:${filled('20261124T100000Z,')}`), {}],
    [
      'of different dates that are left out',
      event(
        `EXDATE:${Array.from({ length: 120_000 }, (_, n) => new Date(PARSED_AT - n * 60_000).toISOString().replace(/[-:]|\.000/g, '')).join(',')}`,
      ),
      {},
    ],
    ['of dates that are none', event(`EXDATE:${filled('x,')}`), { dates: 1 }],
    ['of rules', event(filled('RRULE:FREQ=DAILY;COUNT=1\r\n')), { rule: 1 }],
    ['of one rule', event(`RRULE:FREQ=DAILY;BYHOUR=${filled('1,')}`), { 'too-often': 1 }],
    ['of one rule that is none', event(`RRULE:${filled('FREQ=NEVER;')}`), { rule: 1 }],
    ['of titles', event(filled('SUMMARY:x\r\n')), {}],
    ['of a zone’s name', event(`DTEND;TZID=${filled('/a')}:20261124T110000`), { zone: 1 }],
    ['of one UID', event(`UID:${filled('u')}`), {}],
  ])('%s', async (_, body, unread) => {
    expect(await parse(body)).toMatchObject({ status: 'read', tally: { events: 1, unread }, entries: [{ title: 'x' }] })
  })

  it.each([
    ['of components that have no end', `BEGIN:VCALENDAR\r\n${filled('BEGIN:VALARM\r\n')}END:VCALENDAR`],
    ['of ends', `BEGIN:VCALENDAR\r\n${filled('END:VEVENT\r\n')}END:VCALENDAR`],
    ['of line feeds', `BEGIN:VCALENDAR\r\n${filled('\n')}END:VCALENDAR`],
    ['of lines that go on', `BEGIN:VCALENDAR\r\n${filled('\n ')}\nEND:VCALENDAR`],
  ])('%s', async (_, body) => {
    expect(await parse(body)).toMatchObject({ status: 'read', tally: { events: 0 }, entries: [] })
  })
})

it('[HS28] 100,000 events that cannot be read are too many', async () => {
  const body = `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(100_000)}END:VCALENDAR`
  expect(await parse(body)).toEqual({ status: 'refused', problem: 'too-large' })
})

it.each([
  ['have no date', 'X-A:1', { begin: 5_000 }],
  ['have a rule that is none', 'DTSTART:20261124T100000Z\r\nRRULE:FREQ=NEVER', { rule: 5_000 }],
  ['have a zone that nobody knows', 'DTSTART;TZID=Land {n}:20261124T100000', { zone: 5_000 }],
  // Their rules are examined up to a limit; each event beyond it is reported.
  [
    'repeat each hour for ever since the beginning of time',
    'DTSTART:00010101T100000Z\r\nRRULE:FREQ=HOURLY;COUNT=99999999',
    { 'too-often': 5_000 },
  ],
  ['repeat on a day that never is', 'DTSTART:20200101T100000Z\r\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', undefined],
])('[HS28] 5,000 events that %s are told', async (_, lines, unread) => {
  const events = Array.from(
    { length: 5_000 },
    (_, n) => `BEGIN:VEVENT\r\nUID:${n}\r\nSUMMARY:x\r\n${lines.replace('{n}', String(n))}\r\nEND:VEVENT\r\n`,
  )
  const reply = await parse(`BEGIN:VCALENDAR\r\n${events.join('')}END:VCALENDAR`)
  expect(reply).toMatchObject({ status: 'read', tally: { events: 5_000, ...(unread ? { unread } : {}) } })
})

it('[HS28] 5,000 events of a zone whose rules contradict one another are counted', async () => {
  const rules = (to: string) => [
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0100',
    `TZOFFSETTO:${to}`,
    'RRULE:FREQ=YEARLY',
    'END:STANDARD',
  ]
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:House',
    ...rules('+0100'),
    ...rules('+0200'),
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
  ].join('\r\n')
  const events = Array.from({ length: 5_000 }, (_, n) => ['DTSTART;TZID=House:20261124T100000', `SUMMARY:${n}`])
  const reply = await parse(icsOf(events).replace('BEGIN:VEVENT', zone))
  expect(reply).toMatchObject({ status: 'read', tally: { events: 5_000, unread: { zone: 5_000 } } })
  expect(reply.status === 'read' && reply.entries).toHaveLength(120)
})
