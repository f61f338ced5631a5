// The process that parses feeds and sources of tables. It is separate, so that a harmful file (such as a calendar without an end)
// cannot affect the server.
import { setPriority } from 'node:os'
import type { ParseJob, ParseReply, TableJob } from './parse-job.ts'
import { readFeed } from './read-feed.ts'

const BEHIND_OTHERS = 10

setPriority(BEHIND_OTHERS)
process.on('message', async (job: ParseJob | TableJob) => {
  if ('as' in job) {
    // Most installations have feeds alone.
    const { readTableJob } = await import('./read-table.ts')
    process.send?.(await readTableJob(job))
    return
  }
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
