// The resources that a number of screens needs, calculated from the measurements: `node bench/model/main.ts` updates
// the tables of docs/scale.md and its picture. The measurements are in bench/results, everything else in
// assumptions.ts.
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
