import { describe, expect, it, vi } from 'vitest'
import { openDatabase } from './database.ts'

/** A factory whose every request fails, as with a backing store that is damaged. */
function brokenFactory() {
  const fail = () => {
    const request = {
      error: new DOMException('Internal error opening backing store', 'UnknownError'),
    } as IDBOpenDBRequest
    setTimeout(() => request.onerror?.(new Event('error')), 0)
    return request
  }
  return { open: vi.fn(fail), deleteDatabase: vi.fn(fail) }
}

describe('the database', () => {
  it('[F16] that will not open is deleted once, and then it works from memory', async () => {
    const factory = brokenFactory()
    const database = openDatabase(factory as unknown as IDBFactory)
    await database.put('records', 'a', '1')
    expect(await database.get('records', 'a')).toBe('1')
    expect(await database.keys('records')).toEqual(['a'])
    await database.remove('records', 'a')
    expect(await database.get('records', 'a')).toBeUndefined()
    expect(await database.lasts()).toBe(false)
    expect(factory.deleteDatabase).toHaveBeenCalledTimes(1)
    expect(factory.open).toHaveBeenCalledTimes(1)
  })

  it.each(['VersionError', 'QuotaExceededError', 'AbortError'])(
    '[HS5] that does not open for another reason than damage (%s) is left as it is',
    async (name) => {
      const fail = () => {
        const request = { error: new DOMException('No', name) } as IDBOpenDBRequest
        setTimeout(() => request.onerror?.(new Event('error')), 0)
        return request
      }
      const factory = { open: vi.fn(fail), deleteDatabase: vi.fn(fail) }
      const database = openDatabase(factory as unknown as IDBFactory)
      await database.put('records', 'a', '1')
      expect(await database.get('records', 'a')).toBe('1')
      expect(await database.lasts()).toBe(false)
      expect(factory.deleteDatabase).not.toHaveBeenCalled()
    },
  )

  it('[F16] that never answers does not keep anybody waiting for ever', async () => {
    const mute = () => ({}) as IDBOpenDBRequest
    const factory = { open: mute, deleteDatabase: vi.fn(mute) }
    const database = openDatabase(factory as unknown as IDBFactory)
    expect(await database.get('records', 'a')).toBeUndefined()
    // The database may only be slow.
    expect(factory.deleteDatabase).not.toHaveBeenCalled()
  }, 20_000)
})
