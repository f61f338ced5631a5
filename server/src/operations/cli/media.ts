import { adoptFiles, readOwnership } from '../../content/media/service.ts'
import { readConfig } from '../../platform/config.ts'
import { openDatabase } from '../../platform/database/database.ts'
import type { Command } from './command.ts'
import { openFiles } from './installation.ts'

const adopt: Command = {
  name: 'media adopt',
  words: [],
  options: {},
  summary: 'Makes the stored files that are there this database’s own, whoever’s they were.',
  details: [
    'For a database that does not start because the files beside it belong to another installation. Be sure: files that this',
    'database does not name are removed by the running server, a hundredth of them an hour, and another installation that',
    'uses the same files does not start any more.',
  ],
  async run({ terminal }) {
    const config = readConfig(terminal.env, terminal.folder)
    const files = await openFiles(config)
    const database = await openDatabase(config)
    try {
      const before = await readOwnership({ database, files })
      if (before !== 'own') await adoptFiles({ database, files })
      const lines = [before === 'own' ? 'They were its own already.' : 'The stored files are this database’s own now.']
      return { lines, json: { before } }
    } finally {
      await database.close()
    }
  },
}

export const MEDIA_COMMANDS: Command[] = [adopt]
