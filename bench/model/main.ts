// The needs of so many screens, by what was measured: `node bench/model/main.ts` puts the tables of docs/scale.md in anew, and
// its picture. bench/results has the measurements, assumptions.ts everything else.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ASSUMED } from './assumptions.ts'
import { measuredOf, readResults } from './inputs.ts'
import { scalePicture } from './picture.ts'
import { tablesOf, withTables } from './tables.ts'

const RESULTS = join(import.meta.dirname, '..', 'results')
const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'scale.md')

const results = readResults(RESULTS)
const measured = measuredOf(results)
writeFileSync(join(RESULTS, 'scale.svg'), scalePicture(measured, ASSUMED))
writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8'), tablesOf(measured, ASSUMED, results)))
console.log(Object.values(tablesOf(measured, ASSUMED, results)).join('\n\n'))
