// The process that reads what feeds hold: whatever a calendar without end does to it, it does not do to the server.
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
// A server that was killed closes nothing else.
process.on('disconnect', () => process.exit())
process.send?.('ready')
