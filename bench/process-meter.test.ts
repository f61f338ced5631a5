import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { BenchError } from './bench-error.ts'
import { anonymousKiBOf, busySeconds, checkMachine, cpuSecondsOf, cpuSecondsOfFamily } from './process-meter.ts'

describe.runIf(process.platform === 'linux')('the meter of a process', () => {
  it('counts the processor time of work, and little without any', () => {
    const before = { own: cpuSecondsOf(process.pid), machine: busySeconds() }
    const until = performance.now() + 200
    while (performance.now() < until);
    const used = cpuSecondsOf(process.pid) - before.own
    // Other processes may use the processor meanwhile, so the only upper bound is the elapsed time.
    expect(used).toBeGreaterThan(0.02)
    expect(busySeconds() - before.machine).toBeGreaterThan(0.02)
  })

  it('counts the time of a family: of children that have ended, of those that run, of their children', async () => {
    const seconds = () => cpuSecondsOfFamily(process.pid) - cpuSecondsOf(process.pid)
    const work = 'while (process.cpuUsage().user < 200_000);'
    const before = seconds()
    spawnSync(process.execPath, ['-e', work])
    const ended = seconds()
    expect(ended - before).toBeGreaterThan(0.15)

    const grandchild = `${work} console.log('worked'); process.stdin.resume()`
    const child = `child_process.spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' })`
    const family = spawn(process.execPath, ['-e', child])
    await once(family.stdout, 'data')
    const running = seconds()
    family.stdin.end()
    await once(family, 'exit')
    expect(running - ended).toBeGreaterThan(0.15)
  })

  it('sees memory that is written to', () => {
    const before = anonymousKiBOf(process.pid)
    const memory = Buffer.alloc(32 * 1024 * 1024, 1)
    expect(anonymousKiBOf(process.pid) - before).toBeGreaterThan(24 * 1024)
    expect(memory.at(-1)).toBe(1)
  })

  it('says how many files are needed and allowed when they do not suffice', () => {
    expect(() => checkMachine(10)).not.toThrow()
    expect(() => checkMachine(2_000_000_000)).toThrow(BenchError)
    expect(() => checkMachine(2_000_000_000)).toThrow(/2000000000 open files.*allows \d+/)
  })
})
