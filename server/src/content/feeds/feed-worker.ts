// The process that parses feeds and sources of tables. It is separate, so that a harmful file (such as a calendar without an end)
// cannot affect the server.
import { setPriority } from 'node:os'
import { LOAD_TABLES, type ParseJob, type ParseReply, READY, type TableJob } from './parse-job.ts'
import { readFeed } from './read-feed.ts'

const BEHIND_OTHERS = 10

setPriority(BEHIND_OTHERS)
// Most installations have feeds alone.
const tables = () => import('./read-table.ts')
process.on('message', async (job: ParseJob | TableJob | typeof LOAD_TABLES) => {
  if (job === LOAD_TABLES) {
    await tables()
    process.send?.(READY)
    return
  }
  if ('as' in job) {
    const { readTableJob } = await tables()
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
process.send?.(READY)
