// Loaded into a server before the server itself (node --import). Appends the name of each package that the server loads to the file
// LOADED_LIST.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const seen = new Set<string>()
registerHooks({
  load(url, context, nextLoad) {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
    if (name !== undefined && !seen.has(name)) {
      seen.add(name)
      appendFileSync(process.env.LOADED_LIST ?? '', `${name}\n`)
    }
    return nextLoad(url, context)
  },
})
