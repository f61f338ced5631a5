// Runs the PostgreSQL of the tests as a separate process. It prints its address, and ends when its standard input is closed.
import { startPostgres } from './postgres.ts'

const { url, stop } = await startPostgres()
console.log(url)
process.stdin.resume().on('end', async () => {
  await stop()
  process.exit()
})
