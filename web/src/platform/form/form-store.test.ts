import { CreateOrganisation } from '@placard/contract'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { createFormStore } from './form-store.ts'

const EMPTY = { id: '', name: '', quotaBytes: null as number | null }
const VALID = { id: 'vnr', name: ' VNR ', quotaBytes: null }

function open(start = EMPTY, answer: () => Promise<unknown> = async () => undefined) {
  const save = vi.fn(answer)
  const store = createFormStore(start)
  const saving = { schema: CreateOrganisation, bodyOf: (values: typeof start) => values, save }
  return { store, save, saving, submit: () => store.submit(saving) }
}

/** A save that ends when the test says so. */
function slowSave() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  return { promise, end: resolve, fail: reject }
}

it('[HS15] what the contract refuses is not sent, and each field has its problem', async () => {
  const { store, save, submit } = open()
  await submit()
  expect(save).not.toHaveBeenCalled()
  expect(store.state()).toMatchObject({
    problems: [
      { code: 'invalid-id', field: 'id' },
      { code: 'name-missing', field: 'name' },
    ],
    isBusy: false,
    refusals: 1,
  })
})

it('[HS15] saves the body as the contract reads it, and knows what was typed', async () => {
  const { store, save, submit } = open(VALID)
  await submit()
  expect(save).toHaveBeenCalledExactlyOnceWith({ id: 'vnr', name: 'VNR', quotaBytes: null }, VALID)
  expect(store.state()).toEqual({ values: VALID, problems: [], isBusy: false, refusals: 0 })
})

it('[HS15] a second press while the first is under way sends nothing', async () => {
  const { promise, end } = slowSave()
  const { store, save, submit } = open(VALID, () => promise)
  const first = submit()
  expect(store.state().isBusy).toBe(true)
  await submit()
  expect(save).toHaveBeenCalledTimes(1)
  end()
  await first
  await submit()
  expect(save).toHaveBeenCalledTimes(2)
})

it('[HS15] what the server refuses stands at its field, or is about the whole', async () => {
  const errors = [new ApiError('id-taken', { field: 'id' }), new ApiError('no-answer'), new TypeError('a slip of ours')]
  const { store, submit } = open(VALID, () => Promise.reject(errors.shift()))
  const seen: unknown[] = []
  for (const _ of [1, 2, 3]) {
    await submit()
    seen.push(store.state().problems)
  }
  expect(seen).toEqual([[{ code: 'id-taken', field: 'id' }], [{ code: 'no-answer' }], [{ code: 'unexpected-answer' }]])
  expect(store.state()).toMatchObject({ isBusy: false, refusals: 3 })
})

it('[HS15] nothing typed is lost, whatever a save comes to and whatever is typed meanwhile', async () => {
  const values = fc.record({ id: fc.string(), name: fc.string() })
  const outcome = fc.constantFrom<unknown>(
    undefined,
    new ApiError('id-taken', { field: 'id' }),
    new ApiError('no-answer'),
  )
  await fc.assert(
    fc.asyncProperty(values, fc.string(), outcome, async (typed, meanwhile, error) => {
      const { promise, end, fail } = slowSave()
      const { store, submit } = open({ ...EMPTY, ...typed }, () => promise)
      const sent = submit()
      store.change({ name: meanwhile })
      if (error === undefined) end()
      else fail(error)
      promise.catch(() => undefined)
      await sent
      expect(store.state().values).toEqual({ ...EMPTY, ...typed, name: meanwhile })
      expect(store.state().isBusy).toBe(false)
    }),
  )
})

it('[HS15] a value that is mended is wrong no more, and the others still are', async () => {
  const { store, submit } = open({ ...EMPTY, quotaBytes: Number.NaN })
  await submit()
  store.change({ name: 'VNR' })
  expect(store.state().problems.map(({ field }) => field)).toEqual(['id', 'quotaBytes'])
  expect(store.state().refusals).toBe(1)
})

it('[HS15] a problem inside of a value goes with it', () => {
  const store = createFormStore({ displays: ['a'], display: '' }, [{ code: 'invalid-id', field: 'displays.0' }])
  store.change({ display: 'b' })
  expect(store.state().problems).toHaveLength(1)
  store.change({ displays: [] })
  expect(store.state().problems).toEqual([])
})

it('[HS15] a step of a longer form judges its own fields alone', () => {
  const { store, saving } = open()
  expect(store.check(saving, new Set(['quotaBytes']))).toBe(true)
  expect(store.state().refusals).toBe(0)
  expect(store.check(saving, new Set(['name']))).toBe(false)
  expect(store.state().problems).toEqual([{ code: 'name-missing', field: 'name' }])
})

it('X4 a save that fails is logged where a form says as what', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const error = new ApiError('no-answer')
  const { store, saving } = open(VALID, () => Promise.reject(error))
  await store.submit({ ...saving, logAs: 'saving failed' })
  expect(log).toHaveBeenCalledExactlyOnceWith('saving failed', error)
  log.mockRestore()
})
