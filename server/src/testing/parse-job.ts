import type { ParseJob } from '../content/feeds/parse-job.ts'

/** The time at which the jobs of tests are parsed. */
export const PARSED_AT = Date.parse('2026-11-23T09:00:00Z')

/** The body of an answer of a feed's server, as the parser receives it. */
export const jobOf = (body: string, contentType?: string): ParseJob => ({
  body: Buffer.from(body),
  contentType,
  url: 'https://feeds.example/',
  now: PARSED_AT,
})
