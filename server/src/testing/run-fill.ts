// Fills an organisation in a separate process, for an end-to-end test or a measurement: `… run-fill.ts library vnr 10000`. It reads the
// server's settings. The server must not run at the same time.
import { OrganisationId } from '@placard/contract'
import { SAMPLE_DISPLAY } from '../operations/seed/service.ts'
import { readConfig } from '../platform/config.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { fillProgramme } from './fill-display.ts'
import { fillLibrary } from './fill-library.ts'
import { fillScreens } from './fill-screens.ts'

type Fill = (database: Database, organisationId: OrganisationId, count: number) => Promise<void>
/** Fills the organisation's display with the id of the sample display. */
const filled =
  (what: 'items' | 'lines'): Fill =>
  (database, organisationId, count) =>
    fillProgramme(database, { ...SAMPLE_DISPLAY, organisationId }, { [what]: count }, true)
const FILLS: Record<string, Fill> = {
  library: fillLibrary,
  screens: fillScreens,
  items: filled('items'),
  lines: filled('lines'),
}

const [what = '', organisation, count] = process.argv.slice(2)
const fill = FILLS[what]
if (!fill) throw new Error(`There is nothing like "${what}" to fill it with.`)
const database = await openDatabase(readConfig(process.env, process.cwd()))
await fill(database, OrganisationId.parse(organisation), Number(count))
await database.close()
