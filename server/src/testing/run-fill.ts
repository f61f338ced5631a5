// Fills an organisation's library as a process of its own, for a journey and a measurement: `… run-fill-library.ts vnr 10000`. It finds the
// data by the settings of the server, which must not run meanwhile.
import { OrganisationId } from '@placard/contract'
import { readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { fillLibrary } from './fill-library.ts'

const [organisation, count] = process.argv.slice(2)
const database = await openDatabase(readConfig(process.env, process.cwd()))
await fillLibrary(database, OrganisationId.parse(organisation), Number(count))
await database.close()
