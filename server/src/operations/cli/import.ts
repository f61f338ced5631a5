import { resolve } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { type Counts, type ImportedDisplay, type ImportReport, importFiles } from '../legacy-import/service.ts'
import { type Command, Failure } from './command.ts'

export const IMPORT_COMMAND: Command = {
  name: 'import',
  words: ['FILE…'],
  options: {
    'dry-run': { kind: 'flag', about: 'show what would happen without changes' },
    at: {
      kind: 'text',
      value: 'PATH',
      about: 'the path of the files in the old database, like displays/vnr; usually it is detected',
    },
  },
  summary: 'Imports displays, tickers and subscriptions of the original product.',
  details: [
    'Reads the JSON export of the realtime database (displays/…), the ticker documents (scroll) and the user profiles,',
    'in one or several files. docs/importing.md describes the formats and the mapping of each field.',
    'Existing data is not changed, so you can run it again. Each display is imported completely or not at all.',
    'A running server and its screens show the result within a second.',
  ],
  async run(call) {
    const files = call.words.map((file) => resolve(call.terminal.filesFolder, file))
    const dryRun = call.flag('dry-run')
    const installation = await call.open()
    const at = call.text('at')
    const accounts = await installation.accounts()
    const report = await importFiles(installation.context, accounts, files, { at, dryRun }).catch(sayWhatStays)
    if (isEmpty(report)) {
      throw new Failure(
        'nothing-found',
        `The files contain no display, ticker or profile. ${[...report.unknown.map(unknownLine), AT_HINT].join(' ')}`,
      )
    }
    return { lines: linesOf(report, dryRun), json: { dryRun, ...report } }
  },
}

/** Each display is imported in its own transaction, so earlier ones stay. */
function sayWhatStays(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  throw new Failure(
    error.code,
    `${error.message} Displays imported before the error stay. Run the import again: nothing is imported twice.`,
  )
}

const AT_HINT = 'If the file is a part of an export, give its path: --at displays/ORGANISATION/DISPLAY/img'

function isEmpty({ displays, profiles, notes }: ImportReport): boolean {
  return displays.length === 0 && notes.length === 0 && profiles.added + profiles.known + profiles.skipped === 0
}

function linesOf(report: ImportReport, dryRun: boolean): string[] {
  const { displays, profiles, notes, unknown } = report
  return [
    ...(dryRun ? ['Dry run: nothing was changed. Result of an import:'] : []),
    ...displays.map(displayLine),
    ...(profiles.added + profiles.known + profiles.skipped === 0 ? [] : [`Subscriptions: ${countsOf(profiles)}.`]),
    ...(notes.length === 0 ? [] : ['', 'Changed or skipped:']),
    ...notes.map(({ path, effect, reason }) => `  ${path}: ${effect}; ${reason}.`),
    ...(unknown.length === 0 ? [] : ['', 'Unknown data, ignored:']),
    ...unknown.map((part) => `  ${unknownLine(part)}`),
  ]
}

function displayLine({ organisationId, displayId, created, items, lines }: ImportedDisplay): string {
  const made = created ? ' (created)' : ''
  return `${organisationId}/${displayId}${made}: items: ${countsOf(items)}; lines: ${countsOf(lines)}.`
}

function countsOf({ added, known, skipped }: Counts): string {
  return [
    `${added} added`,
    ...(known > 0 ? [`${known} already existed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ')
}

function unknownLine({ file, part, count, example }: ImportReport['unknown'][number]): string {
  return `${file}: ${JSON.stringify(part)}${count === 1 && example === part ? '' : ` (${count}, for example ${JSON.stringify(example)})`}.`
}
