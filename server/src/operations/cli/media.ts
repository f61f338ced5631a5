import { adoptFiles, readOwnership } from '../../content/media/service.ts'
import { readConfig } from '../../platform/config.ts'
import { openDatabase } from '../../platform/database/database.ts'
import type { Command } from './command.ts'
import { openFiles } from './installation.ts'

const adopt: Command = {
  name: 'media adopt',
  words: [],
  options: {},
  summary: 'Assigns the stored files to this database, even if they belong to another installation.',
  details: [
    'For a database that does not start because its stored files belong to another installation. Be careful: the running server',
    'removes files that this database does not use, 1 percent of them per hour, and another installation that uses the same',
    'files no longer starts.',
  ],
  async run({ terminal }) {
    const config = readConfig(terminal.env, terminal.folder)
    const files = await openFiles(config)
    await using database = await openDatabase(config)
    const before = await readOwnership({ database, files })
    if (before !== 'own') await adoptFiles({ database, files })
    const lines = [
      before === 'own'
        ? 'The stored files already belong to this database.'
        : 'The stored files now belong to this database.',
    ]
    return { lines, json: { before } }
  },
}

export const MEDIA_COMMANDS: Command[] = [adopt]
