import { afterEach, expect, it, vi } from 'vitest'
import { askFor } from '../../platform/asker.ts'
import { icsOf, rssOf } from '../../testing/feed-server.ts'
import { jobOf } from '../../testing/parse-job.ts'
import type { ParseJob } from './parse-job.ts'
import { createParser, type Parser } from './parser.ts'

/** As much work as the limits of a calendar allow: more than a second. */
const LONG = icsOf(
  Array.from({ length: 5_000 }, (_, n) => [
    'DTSTART;TZID=Europe/Berlin:20260101T100000',
    'RRULE:FREQ=HOURLY;BYMINUTE=0,30',
    `SUMMARY:Event ${n}`,
  ]),
)

let parser: Parser | undefined
afterEach(() => parser?.close())

it('[F89] a feed that takes too long is ended, and another process reads the next one', async () => {
  const warn = vi.fn()
  parser = createParser({ warn }, { jobMs: 500 })
  expect(await parser.parse(jobOf(LONG, 'text/calendar'))).toEqual({ status: 'ended' })
  expect(warn).toHaveBeenCalledOnce()
  // On a busy machine, even a small feed may exceed the limit once.
  const next = () => parser?.parse(jobOf(rssOf([{ id: '1', title: 'x' }])))
  await expect.poll(next, { timeout: 40_000 }).toMatchObject({ status: 'read', kind: 'news' })
}, 60_000)

it('[F89] as many events as are allowed, each by a zone or by none, are read', async () => {
  // A busy machine takes longer than the parser waits.
  parser = createParser({ warn: () => {} }, { jobMs: 50_000 })
  const events = Array.from({ length: 5_000 }, (_, n) => [
    `DTSTART${n % 2 ? ';TZID=Europe/Berlin' : ''}:202612${String((n % 28) + 1).padStart(2, '0')}T100000`,
    `SUMMARY:Event ${n}`,
  ])
  const reply = await parser.parse(jobOf(icsOf(events), 'text/calendar'))
  expect(reply.status === 'read' && reply.entries.length).toBe(120)
}, 60_000)

it('[S36] an organisation with many costly feeds holds up no other one', async () => {
  parser = createParser({ warn: () => {} }, { jobMs: 60_000 })
  const { parse, pids } = parser
  const news = jobOf(rssOf([{ id: '1', title: 'x' }]))
  const askAs = (of: string, asked: ParseJob) => askFor({ of, by: of }, () => parse(asked))
  await askAs('costly', news)
  // Parsing a feed now takes for ever.
  const [pid = 0] = pids()
  process.kill(pid, 'SIGSTOP')
  const costly = Array.from({ length: 20 }, () => askAs('costly', news))
  expect(await askAs('another', news)).toMatchObject({ status: 'read', kind: 'news' })
  expect(await askAs('another', news)).toMatchObject({ status: 'read', kind: 'news' })
  process.kill(pid, 'SIGCONT')
  const read = await Promise.all(costly)
  expect(read.filter(({ status }) => status === 'read').length).toBeGreaterThanOrEqual(19)
}, 60_000)

it('[B128] the process gets none of the settings, and is gone with the server', async () => {
  parser = createParser({ warn: () => {} })
  await parser.parse(jobOf(rssOf([{ id: '1', title: 'x' }])))
  const [pid = 0] = parser.pids()
  expect(pid).toBeGreaterThan(0)
  parser.close()
  await expect.poll(() => isThere(pid)).toBe(false)
})

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
