import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { BenchError } from './bench-error.ts'
import { checkPortFree, clear, listening, startChild, temporaryFolder } from './children.ts'

afterEach(clear)

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('children', () => {
  it('leaves neither a process nor a folder behind', async () => {
    const child = startChild(['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'])
    const folder = await temporaryFolder()
    writeFileSync(join(folder, 'file'), '')
    expect(isAlive(child.pid)).toBe(true)
    clear()
    await child.stop()
    expect(isAlive(child.pid)).toBe(false)
    expect(existsSync(folder)).toBe(false)
  })

  it('says what a server printed that ends instead of listening', async () => {
    const child = startChild(['-e', 'console.error("the disk is full"); process.exit(1)'])
    await expect(listening(child, 1)).rejects.toThrow('the disk is full')
  })

  it('takes nobody else for the server that it started', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await expect(checkPortFree(port)).rejects.toThrow(BenchError)
    await new Promise((resolve) => server.close(resolve))
    await expect(checkPortFree(port)).resolves.toBeUndefined()
  })
})
