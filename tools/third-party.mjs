// Updates the table of packages in THIRD_PARTY.md: node tools/third-party.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from './project-folder.mjs'
import { runtimePackages, withTable } from './runtime-packages.mjs'

const page = join(PROJECT, 'THIRD_PARTY.md')
const packages = runtimePackages(JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')))
writeFileSync(page, withTable(readFileSync(page, 'utf8'), packages))
console.log(`THIRD_PARTY.md names ${packages.length} packages.`)
