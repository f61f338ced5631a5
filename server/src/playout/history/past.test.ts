import { type DisplayKey, ItemId, LineId } from '@placard/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeContents, type Sender } from '../../content/displays/service.ts'
import { createItem, moveItem, removeItem, updateItem } from '../../content/items/service.ts'
import { createLine, moveLine, removeLine, updateLine } from '../../content/lines/service.ts'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { AppError } from '../../platform/errors.ts'
import { ownerCalled } from '../../testing/caller.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { readPresent } from './past.ts'
import { listActivity, restoreProgramme, undoActivity } from './service.ts'

const key: DisplayKey = SAMPLE_DISPLAY
const sender: Sender = { caller: ownerCalled('somebody'), commandKey: undefined }

/** A command with a number that selects its thing, because the things are only known when it runs. */
const command = fc.record({
  type: fc.constantFrom(
    'add-item',
    'edit-item',
    'hide-item',
    'move-item',
    'remove-item',
    'add-line',
    'edit-line',
    'move-line',
    'remove-line',
    'undo',
    'restore',
  ),
  which: fc.nat(1_000),
  word: fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'abcdefg') }),
  flag: fc.boolean(),
})
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never

/** Fewer than for pure functions, because each run is dozens of transactions. */
const RUNS = 5 * Number(process.env.PROPERTY_FACTOR ?? 1)
const TEST_MS = 60_000 + RUNS * 8_000

describeDialects('the past of a display', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  async function look() {
    const { queries } = server.app.context.database
    const { items, lines } = await readPresent(queries, key)
    const { revision } = await describeContents(server.app.context, key)
    const withoutRevision = <Thing extends { revision: number }>({ revision: _, ...rest }: Thing) => rest
    const holding = { items: items.map(withoutRevision), lines: lines.map(withoutRevision) }
    return { items, lines, revision, holding }
  }

  async function run({ type, which, word, flag }: Command, reached: number[]): Promise<void> {
    const { context, events } = server.app
    const { items, lines } = await look()
    const item = items[which % items.length]?.id ?? ItemId.parse('none')
    const line = lines[which % lines.length]?.id ?? LineId.parse('none')
    const direction = flag ? 'up' : 'down'
    const placing = which % 3 === 0 ? { fit: 'cover' as const, focus: { x: (which % 7) / 6, y: flag ? 0 : 1 } } : {}
    const link = {
      title: word,
      url: `https://example.org/${word}.mp4`,
      type: 'video' as const,
      visible: flag,
      ...placing,
    }
    switch (type) {
      case 'add-item':
        return void (await createItem(context, sender, key, link))
      case 'edit-item':
        return void (await updateItem(context, sender, key, item, 'any', { ...link, duration: which }))
      case 'hide-item':
        return void (await updateItem(context, sender, key, item, 'any', { visible: flag }))
      case 'move-item': {
        const after = items[(which * 7) % items.length]?.id ?? null
        return void (await moveItem(context, sender, key, item, which % 2 === 0 ? { direction } : { after }))
      }
      case 'remove-item':
        return void (await removeItem(context, sender, key, item, 'any'))
      case 'add-line':
        return void (await createLine(context, sender, key, { text: word }))
      case 'edit-line':
        return void (await updateLine(context, sender, key, line, 'any', { text: word }))
      case 'move-line':
        return void (await moveLine(context, sender, key, line, { direction }))
      case 'remove-line':
        return void (await removeLine(context, sender, key, line, 'any'))
      case 'undo': {
        const { entries } = await listActivity(context, events, sender.caller, key, {})
        const entry = entries[which % Math.min(entries.length, 8)]
        if (entry) await undoActivity(context, sender, key, entry.id)
        return
      }
      case 'restore': {
        const revision = reached[which % reached.length] ?? 0
        return void (await restoreProgramme(context, sender, key, undefined, { revision }))
      }
    }
  }

  it(
    'after any commands, every earlier revision comes back as it was: ids, order and all',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 25 }), async (commands) => {
          const known = new Map<number, Awaited<ReturnType<typeof look>>['holding']>()
          const note = async () => {
            const { revision, holding } = await look()
            known.set(revision, holding)
          }
          await note()
          for (const one of commands) {
            // A refused command must not count: the rest compares the same either way.
            await run(one, [...known.keys()]).catch((error: unknown) => {
              if (!(error instanceof AppError)) throw error
            })
            await note()
          }
          const { items, lines } = await look()
          for (const list of [items, lines]) {
            expect(new Set(list.map(({ position }) => position)).size).toBe(list.length)
          }
          for (const [revision, holding] of known) {
            await restoreProgramme(server.app.context, sender, key, undefined, { revision })
            expect((await look()).holding).toEqual(holding)
          }
        }),
        { numRuns: RUNS },
      )
    },
    TEST_MS,
  )
})
