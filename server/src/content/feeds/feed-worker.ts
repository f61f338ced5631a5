// The process that parses feeds. It is separate, so that a harmful feed (such as a calendar without an end) cannot affect the
// server.
import { setPriority } from 'node:os'
import type { ParseJob, ParseReply } from './parse-job.ts'
import { readFeed } from './read-feed.ts'

const BEHIND_OTHERS = 10

setPriority(BEHIND_OTHERS)
process.on('message', (job: ParseJob) => {
  let reply: ParseReply
  try {
    reply = readFeed(job)
  } catch {
    reply = { status: 'refused', problem: 'damaged' }
  }
  process.send?.(reply)
})
// If the server is killed, this process must end as well.
process.on('disconnect', () => process.exit())
process.send?.('ready')
