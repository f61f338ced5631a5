import { MAX_ITEMS_PER_DISPLAY, MAX_LINES_PER_DISPLAY, type OrganisationId } from '@placard/contract'
import type { Provider } from '../../content/activity/service.ts'
import { ensureDisplay, listDisplays } from '../../content/displays/service.ts'
import { addForeignItems } from '../../content/items/service.ts'
import { addForeignLines } from '../../content/lines/service.ts'
import { changeProgramme, serverSender } from '../../content/programmes/service.ts'
import type { Accounts } from '../../people/accounts/service.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/in-transaction.ts'
import { ensureOrganisation, listOrganisations } from '../../platform/organisations/service.ts'
import { createBudget } from './kept-value.ts'
import { type Note, type Plan, type Planned, type PlannedDisplay, planImport } from './plan.ts'
import { type Found, readExport, type Unknown } from './read-export.ts'

export { UnreadableFile } from './json-walk.ts'
export type { Note } from './plan.ts'

/** The actor recorded for imported profiles. */
const BY: Provider = { kind: 'command-line', id: 'import', email: '' }

/** `known`: it existed already and was not changed. */
export type Counts = { added: number; known: number; skipped: number }

export type ImportedDisplay = {
  organisationId: string
  displayId: string
  /** True when the import created the display. */
  created: boolean
  /** After the import. One higher than before if anything was added. */
  revision: number
  items: Counts
  lines: Counts
}

export type ImportReport = {
  displays: ImportedDisplay[]
  profiles: Counts
  /** Objects that were changed or skipped. */
  notes: Note[]
  /** Parts of the files that do not belong to Placard. */
  unknown: (Unknown & { file: string })[]
}

const REASONS = {
  'items-full': `the display already has the maximum of ${MAX_ITEMS_PER_DISPLAY} items`,
  'lines-full': `the display already has the maximum of ${MAX_LINES_PER_DISPLAY} lines`,
  'media-not-found': 'its address refers to a media file that this installation does not have',
} as const

/**
 * Imports data of the original product (E5). Every file is read to its end before anything is changed. Then each display is imported
 * completely or not at all, through the same services as other changes. Existing data stays as it is, so a second import adds nothing.
 *
 * @param options.at position of the files' root in the old database, when the files do not tell
 * @param options.dryRun does everything and rolls it back
 * @throws UnreadableFile before anything is changed. AppError unavailable, disk-full
 */
export async function importFiles(
  context: Context,
  accounts: Pick<Accounts, 'findProfile' | 'putProfile'>,
  files: string[],
  options: { at?: string | undefined; dryRun?: boolean } = {},
): Promise<ImportReport> {
  const found: Found[] = []
  const report: ImportReport = { displays: [], profiles: { added: 0, known: 0, skipped: 0 }, notes: [], unknown: [] }
  const budget = createBudget()
  for (const file of files) {
    const unknown = await readExport(file, options.at, budget, (one) => found.push(one))
    report.unknown.push(...unknown.map((part) => ({ file, ...part })))
  }

  const plan = planImport(found, context.now())
  report.notes.push(...plan.notes)
  const wanted = plan.displays.filter(({ items, lines }) => items.length + lines.length > 0)
  for (const display of wanted) {
    report.displays.push(await importDisplay(context, display, report.notes, options.dryRun ?? false))
  }
  await importProfiles(context, accounts, { ...plan, displays: wanted }, report, options.dryRun ?? false)
  // Sorted, so that notes about one object are together.
  report.notes.sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0))
  return report
}

async function importDisplay(
  context: Context,
  { key, items, lines, skipped }: PlannedDisplay,
  notes: Note[],
  dryRun: boolean,
): Promise<ImportedDisplay> {
  const sender = serverSender('import', key.organisationId)
  const { created, changed } = await carryOut(context, dryRun, async (inside) => {
    await ensureOrganisation(inside, key.organisationId, key.organisationId)
    const created = await ensureDisplay(inside, key, key.displayId)
    const changed = await changeProgramme(inside, sender, key, async (inner, held, found) => {
      const wantedItems = items.map(({ thing }) => thing)
      const wantedLines = lines.map(({ thing }) => thing)
      const placedItems = await addForeignItems(inside, inner, held, found, wantedItems)
      const placedLines = await addForeignLines(inner, held, found, wantedLines)
      const answer = { items: placedItems.placements, lines: placedLines.placements }
      const changes = [...placedItems.changes, ...placedLines.changes]
      if (changes.length === 0) return { answer, changed: false }
      const activity = { kind: 'imported' as const, changes, details: { count: changes.length } }
      return { answer, changed: true, activity }
    })
    return { created, changed }
  })
  return {
    ...key,
    created,
    revision: changed.revision,
    items: count(items, changed.items, skipped.items, REASONS['items-full'], notes),
    lines: count(lines, changed.lines, skipped.lines, REASONS['lines-full'], notes),
  }
}

type Placement = 'added' | 'known' | 'display-full' | 'media-not-found'

/** Counts the results of the planned objects, and adds notes about skipped ones. */
function count(
  planned: Planned<unknown>[],
  placements: Placement[],
  skippedBefore: number,
  fullReason: string,
  notes: Note[],
): Counts {
  const counts = { added: 0, known: 0, skipped: skippedBefore }
  for (const [index, { path, remarks }] of planned.entries()) {
    const placement = placements[index] ?? 'known'
    if (placement === 'added' || placement === 'known') counts[placement] += 1
    else {
      counts.skipped += 1
      const reason = placement === 'display-full' ? fullReason : REASONS[placement]
      notes.push({ path, effect: 'skipped', reason })
    }
    if (placement === 'added') for (const reason of remarks) notes.push({ path, effect: 'taken', reason })
  }
  return counts
}

async function importProfiles(
  context: Context,
  accounts: Pick<Accounts, 'findProfile' | 'putProfile'>,
  plan: Plan,
  report: ImportReport,
  dryRun: boolean,
): Promise<void> {
  const { profiles: counts, notes } = report
  // A dry run has rolled back the organisations it created.
  const organisations = new Set<OrganisationId>([
    ...(await listOrganisations(context)).map(({ id }) => id),
    ...plan.displays.map(({ key }) => key.organisationId),
  ])
  counts.skipped += plan.skippedProfiles

  for (const { path, thing: profile, remarks } of plan.profiles) {
    const present = await accounts.findProfile(profile.email)
    if (present) {
      counts.known += 1
      if (present.org !== profile.org || present.id !== profile.id) {
        const reason = `${profile.email} is already subscribed to ${present.org}/${present.id}, which was not changed`
        notes.push({ path, effect: 'skipped', reason })
      }
      continue
    }
    if (!organisations.has(profile.org)) {
      counts.skipped += 1
      notes.push({ path, effect: 'skipped', reason: `the organisation ${profile.org} does not exist` })
      continue
    }
    // A person who signed up before with an address in the file has not proven that it is theirs.
    if (!dryRun) await accounts.putProfile(context, { ...profile, opensTo: 'proven-account' }, BY)
    counts.added += 1
    for (const reason of remarks) notes.push({ path, effect: 'taken', reason })
    if (!(await hasDisplay(context, plan, profile))) {
      const reason = `${profile.org} has no display ${JSON.stringify(profile.id)}; the dashboard opens with the first one`
      notes.push({ path, effect: 'taken', reason })
    }
  }
}

async function hasDisplay(
  context: Context,
  plan: Plan,
  profile: { org: OrganisationId; id: string },
): Promise<boolean> {
  if (plan.displays.some(({ key }) => key.organisationId === profile.org && key.displayId === profile.id)) return true
  return (await listDisplays(context, profile.org)).some(({ id }) => id === profile.id)
}

/** Runs work in a transaction. A dry run rolls it back after computing the result. */
async function carryOut<Result>(
  context: Context,
  dryRun: boolean,
  work: (inside: Context) => Promise<Result>,
): Promise<Result> {
  const undo = new Undo<Result>()
  try {
    return await inTransaction(context, async (inside) => {
      undo.result = { value: await work(inside) }
      if (dryRun) throw undo
      return undo.result.value
    })
  } catch (error) {
    if (error !== undo || !undo.result) throw error
    return undo.result.value
  }
}

/** Thrown to roll a transaction back. It carries the result. */
class Undo<Result> extends Error {
  result: { value: Result } | undefined
}
