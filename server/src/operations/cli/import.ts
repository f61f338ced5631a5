import { resolve } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { type Counts, type ImportedDisplay, type ImportReport, importFiles } from '../legacy-import/service.ts'
import { type Command, Failure } from './command.ts'

export const IMPORT_COMMAND: Command = {
  name: 'import',
  words: ['FILE…'],
  options: {
    'dry-run': { kind: 'flag', about: 'say what would happen, and change nothing' },
    at: {
      kind: 'text',
      value: 'PATH',
      about: 'where in the old database the files were taken from, like displays/vnr; mostly they tell that themselves',
    },
  },
  summary: 'Brings displays, tickers and subscriptions of the original product in.',
  details: [
    'Takes the JSON export of the realtime database (displays/…), the ticker documents (scroll) and the user profiles,',
    'in one file or several. docs/importing.md shows their forms and tells what becomes of each field.',
    'What is there already stays as it is, so it can be called again. Each display comes in whole or not at all.',
    'A running server hears of it within a second, and so do its screens.',
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
        `Nothing in there is a display, a ticker or a profile. ${[...report.unknown.map(unknownLine), AT_HINT].join(' ')}`,
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
    `${error.message} What came in before that stays. Call it again: nothing comes in twice.`,
  )
}

const AT_HINT = 'If it is a part of an export, say where that part was: --at displays/ORGANISATION/DISPLAY/img'

function isEmpty({ displays, profiles, notes }: ImportReport): boolean {
  return displays.length === 0 && notes.length === 0 && profiles.added + profiles.known + profiles.skipped === 0
}

function linesOf(report: ImportReport, dryRun: boolean): string[] {
  const { displays, profiles, notes, unknown } = report
  return [
    ...(dryRun ? ['Nothing was changed; this is what would happen.'] : []),
    ...displays.map(displayLine),
    ...(profiles.added + profiles.known + profiles.skipped === 0 ? [] : [`Subscriptions: ${countsOf(profiles)}.`]),
    ...(notes.length === 0 ? [] : ['', 'Not as it was:']),
    ...notes.map(({ path, effect, reason }) => `  ${path}: ${effect}; ${reason}.`),
    ...(unknown.length === 0 ? [] : ['', "Not Placard's, passed over:"]),
    ...unknown.map((part) => `  ${unknownLine(part)}`),
  ]
}

function displayLine({ organisationId, displayId, created, items, lines }: ImportedDisplay): string {
  const made = created ? ' (made)' : ''
  return `${organisationId}/${displayId}${made}: items: ${countsOf(items)}; lines: ${countsOf(lines)}.`
}

function countsOf({ added, known, skipped }: Counts): string {
  return [
    `${added} added`,
    ...(known > 0 ? [`${known} there already`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ')
}

function unknownLine({ file, part, count, example }: ImportReport['unknown'][number]): string {
  return `${file}: ${JSON.stringify(part)}${count === 1 && example === part ? '' : ` (${count}, for instance ${JSON.stringify(example)})`}.`
}
