// The PostgreSQL of the tests as a process of its own: prints its address, and ends with whoever holds its input.
import type { TestProject } from 'vitest/node'
import startPostgres from './postgres.ts'

const stop = await startPostgres({
  provide: (_name: string, url: string) => console.log(url),
} as unknown as TestProject)
process.stdin.resume().on('end', async () => {
  await stop?.()
  process.exit()
})
