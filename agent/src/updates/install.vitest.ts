// A program that installs an update and settles it, and loses its power before the call of the file system with this number.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { createOffers } from './offers.vitest.ts'

const [folder = '', packaged = '', text = '', cutAt = '0'] = process.argv.slice(2)
let count = 0
for (const name of [
  'mkdirSync',
  'openSync',
  'writeSync',
  'fsyncSync',
  'closeSync',
  'renameSync',
  'unlinkSync',
] as const) {
  const call = fs[name] as (...given: unknown[]) => unknown
  Object.assign(fs, {
    [name](...given: unknown[]) {
      count += 1
      if (count === Number(cutAt)) {
        // Half of the bytes arrive.
        if (name === 'writeSync') call(given[0], (given[1] as Buffer).subarray(0, (given[1] as Buffer).length / 2), 0)
        process.kill(process.pid, 'SIGKILL')
      }
      return call(...given)
    },
  })
}
syncBuiltinESMExports()

const { choose, settle } = await import('../launcher/choose.ts')
const { hashOf } = await import('../launcher/folder.ts')
const { createUpdater } = await import('./updater.ts')
const bytes = Buffer.from(text)
await new Promise<void>((done) => {
  const ofPackage = hashOf(packaged) ?? ''
  createUpdater({
    launcher: { folder, hash: ofPackage, packaged: ofPackage, isTrial: false, answered() {}, settle() {} },
    secret: async () => 'secret',
    download: async () => bytes,
    restart: done,
    onChange() {},
    onUndone() {},
    say() {},
  }).take(createOffers(Buffer.alloc(32, 1)).of(bytes))
})
const { hash, isTrial } = choose(folder, packaged)
if (isTrial) settle(folder, hash)
process.stdout.write('done')
