import { ActivityKind, DisplayId, OrganisationId } from '@placard/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { describeDialects, openTestDatabase } from '../../testing/dialects.ts'
import {
  coveringOf,
  createStepReader,
  listEntries,
  listPeople,
  pages,
  peopleOf,
  portionsOf,
  type Selection,
} from './store.ts'

const organisationId = OrganisationId.parse('vnr')
const key = { organisationId, displayId: DisplayId.parse('hall') }
const ENTRIES = 4_000
/** None of them is in the log. */
const MANY_KINDS = ActivityKind.options.filter((kind) => kind.startsWith('item-') || kind.startsWith('line-'))

it('[S2] states are read in portions: about a megabyte at once, or one that is larger', () => {
  const step = (id: number, sizeBytes: number) => ({ id, at: 0, revision: id, base: id - 1, sizeBytes })
  const sizes = Array.from({ length: 1_000 }, (_, index) => (index % 50 === 0 ? 4_000_000 : (index % 7) * 30_000))
  const steps = sizes.map((sizeBytes, index) => step(index + 1, sizeBytes))
  const portions = portionsOf(steps)
  expect(portions.flat()).toEqual(steps)
  for (const portion of portions) {
    const bytes = portion.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    expect(portion.length === 1 || bytes <= 2 ** 20).toBe(true)
    expect(portion.length).toBeLessThanOrEqual(100)
  }
})

describeDialects('the log in its indexes', (dialect) => {
  let database: Database

  beforeAll(async () => {
    database = await openTestDatabase(dialect)
    const row = (index: number) => ({
      organisation_id: index % 3 === 0 ? 'other' : organisationId,
      programme_id: index % 2 === 0 ? key.displayId : null,
      at: index,
      kind: index % 1_000 === 1 ? 'member-left' : index % 500 === 2 ? 'refused' : 'signed-in',
      actor_kind: 'person',
      actor_id: null,
      actor_email: `person-${index % 20}@vnr.example`,
      revision_before: null,
      revision_after: null,
      subject_type: null,
      subject_id: null,
      subject_title: null,
      details: null,
      request_id: null,
      base_revision: null,
    })
    for (let from = 0; from < ENTRIES; from += 200) {
      const rows = Array.from({ length: 200 }, (_, index) => row(from + index))
      await database.queries.insertInto('activity').values(rows).execute()
    }
    await sql`analyze`.execute(database.queries)
  })
  afterAll(() => database.close())

  /** The query plan, one line for each step. */
  async function planOf(query: { sql: string; parameters: readonly unknown[] }): Promise<string> {
    const explain = dialect === 'sqlite' ? 'explain query plan ' : 'explain '
    const compiled = { ...query, sql: explain + query.sql } as never
    const { rows } = await database.queries.executeQuery<Record<string, unknown>>(compiled)
    return rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n')
  }

  const SELECTIONS: [string, Omit<Selection, 'of'>][] = [
    ['all', {}],
    ['one kind', { kinds: ['refused'] }],
    ['several kinds', { kinds: ['refused', 'member-left', 'undone'] }],
    ['one person', { person: 'person-7@vnr.example' }],
    ['many kinds, most entries among them', { kinds: ['signed-in', ...MANY_KINDS] }],
    ['many kinds, few entries among them', { kinds: ['refused', 'member-left', ...MANY_KINDS] }],
    ['kinds of one person', { kinds: ['refused', 'member-left'], person: 'person-7@vnr.example' }],
  ]

  it.each([{ organisationId }, key])(
    '[S19] a page is found by an index, whatever it is narrowed to (%o)',
    async (of) => {
      for (const [name, selection] of SELECTIONS) {
        const narrowing = {
          organisationId,
          ...('displayId' in of ? { programmeId: of.displayId } : {}),
          ...(selection.person === undefined ? {} : { person: selection.person }),
          before: 3_000,
        }
        const { kinds } = selection
        const { queries } = database
        const ways =
          kinds === undefined
            ? [pages.all(queries, narrowing)]
            : selection.person === undefined
              ? [pages.byKind(queries, { ...narrowing, kinds }), pages.amongNewest(queries, { ...narrowing, kinds })]
              : [pages.ofPerson(queries, { ...narrowing, kinds })]
        for (const way of ways) {
          const plan = await planOf(way.compile())
          expect(plan, name).toMatch(/index/i)
          expect(plan, name).not.toMatch(/SCAN activity\b|Seq Scan/)
        }
      }
      if ('displayId' in of) {
        const kinds = ['insert-started', 'take-over-ended'] as const
        const covering = coveringOf(database.queries, {
          organisationId,
          programmeId: of.displayId,
          before: 3_000,
          kinds,
        })
        expect(await planOf(covering.compile())).not.toMatch(/SCAN (?:activity|over)\b|Seq Scan on activity/)
      }
      const people = await planOf(peopleOf(database.queries, of, 200).compile(database.queries))
      expect(people).toMatch(/activity_(organisation|display)_person/)
      expect(people).not.toMatch(/SCAN activity\b|Seq Scan/)
    },
  )

  it('[S19] the index finds the same entries as reading every row', async () => {
    const all = await database.queries.selectFrom('activity').selectAll().orderBy('id', 'desc').execute()
    for (const scope of [{ organisationId }, key]) {
      const own = all.filter(
        (row) =>
          row.organisation_id === organisationId && (!('displayId' in scope) || row.programme_id === scope.displayId),
      )
      for (const [, selection] of SELECTIONS) {
        const { kinds, person } = selection
        const wanted = own.filter(
          (row) =>
            row.id < 3_000 &&
            (kinds === undefined || kinds.some((kind) => kind === row.kind)) &&
            (person === undefined || row.actor_email === person),
        )
        const found = await listEntries(database.queries, { of: scope, ...selection, before: 3_000 })
        expect(found.map(({ id }) => id)).toEqual(wanted.slice(0, 51).map(({ id }) => id))
      }
      const people = [...new Set(own.map((row) => row.actor_email))].sort()
      expect(await listPeople(database.queries, scope, 200)).toEqual(people)
      expect(await listPeople(database.queries, scope, 3)).toEqual(people.slice(0, 3))
    }
  })
})

describeDialects('the steps of a programme', (dialect) => {
  const REVISIONS = 2_000
  let database: Database

  beforeAll(async () => {
    database = await openTestDatabase(dialect)
    const row = (revision: number) => ({
      organisation_id: organisationId,
      programme_id: key.displayId,
      at: revision,
      kind: revision === 1 ? 'display-added' : 'line-edited',
      actor_kind: 'person',
      actor_email: 'person@vnr.example',
      revision_before: revision - 1,
      revision_after: revision,
      // The newest one restores the tenth.
      base_revision: revision === REVISIONS ? 10 : null,
    })
    for (let from = 1; from <= REVISIONS; from += 200) {
      const rows = Array.from({ length: 200 }, (_, index) => row(from + index))
      await database.queries.insertInto('activity').values(rows).execute()
    }
  })
  afterAll(() => database.close())

  it('[S2] one that went far back leads there, and what is between is not read', async () => {
    const reader = createStepReader(database.queries, key)
    expect(await reader.stepTo(REVISIONS)).toMatchObject({ revision: REVISIONS, base: 10, at: REVISIONS })
    expect(await reader.stepTo(10)).toMatchObject({ revision: 10, base: 9, at: 10 })
    expect(await reader.stepTo(1)).toMatchObject({ revision: 1, base: undefined })
    expect(reader.rowsRead()).toBeLessThan(40)
  })

  it('[S2] one after the other, each is read once, and what is not written down is nothing', async () => {
    const reader = createStepReader(database.queries, key)
    expect(await reader.stepTo(REVISIONS + 1)).toBeUndefined()
    for (let revision = REVISIONS; revision > 0; revision -= 1) {
      expect((await reader.stepTo(revision))?.revision).toBe(revision)
    }
    expect(reader.rowsRead()).toBe(REVISIONS)
    expect(await reader.stepTo(0)).toBeUndefined()
  })
})
