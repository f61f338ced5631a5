// The PostgreSQL of the tests as a process of its own: prints its address, and ends with whoever holds its input.
import { startPostgres } from './postgres.ts'

const { url, stop } = await startPostgres()
console.log(url)
process.stdin.resume().on('end', async () => {
  await stop()
  process.exit()
})
