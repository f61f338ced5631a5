import { readdirSync, readlinkSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { openNodeSqlite, tableWrittenBy } from './node-sqlite.ts'

it.each([
  ['select * from "item"', undefined],
  ['begin', undefined],
  ['pragma data_version', undefined],
  ['insert into "item" ("id") values (?)', 'item'],
  ['insert or ignore into "item" ("id") values (?)', 'item'],
  ['update "item" set "id" = ?', 'item'],
  ['delete from "item" where "id" = ?', 'item'],
  ['with "old" as (select 1) delete from "item"', '*'],
  ['create table "item" ("id")', '*'],
])('%s writes into %s', (sql, table) => {
  expect(tableWrittenBy(sql)).toBe(table)
})

it('counts what is written into a table, of that table and of what it does not know', () => {
  const database = openNodeSqlite(':memory:')
  const counts = () => [database.writesTo('item'), database.writesTo('line')]
  database.prepare('create table "item" ("id")').run([])
  expect(counts()).toEqual([1, 1])
  database.prepare('insert into "item" ("id") values (?)').run([1])
  database.prepare('insert into "item" ("id") values (?) returning "id"').all([2])
  expect(counts()).toEqual([3, 1])
  expect(database.prepare('select * from "item"').all([])).toHaveLength(2)
  expect(counts()).toEqual([3, 1])
  database.close()
})

it('needs no folder for temporary files, which a read-only container has not', () => {
  const database = openNodeSqlite(':memory:')
  database.prepare('create temp table "much" ("bytes")').run([])
  const insert = database.prepare('insert into "much" ("bytes") values (zeroblob(65536))')
  for (let piece = 0; piece < 200; piece++) insert.run([])
  const open = readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`)
    } catch {
      return ''
    }
  })
  expect(open.filter((path) => path.includes('etilqs'))).toEqual([])
  database.close()
})

it('[F44] [M5] where there is no room the log is carried over early, and as usual again ten minutes later', () => {
  const onFull = vi.fn()
  const database = openNodeSqlite(':memory:', { onFull })
  const pages = () => database.prepare('pragma wal_autocheckpoint').all([])[0]
  database.prepare('create table "much" ("bytes")').run([])
  const insert = database.prepare('insert into "much" ("bytes") values (zeroblob(65536))')
  insert.run([])
  expect(pages()).toEqual({ wal_autocheckpoint: 1_000 })

  database.prepare('pragma max_page_count = 40').all([])
  const write = () => Array.from({ length: 3 }, () => insert.run([]))
  expect(write).toThrow('full')
  expect(onFull).toHaveBeenCalledOnce()
  expect(pages()).toEqual({ wal_autocheckpoint: 100 })
  database.prepare('pragma max_page_count = 4000').all([])
  insert.run([])
  expect(pages()).toEqual({ wal_autocheckpoint: 100 })

  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 10 * 60_000 + 1)
  insert.run([])
  clock.mockRestore()
  expect(pages()).toEqual({ wal_autocheckpoint: 1_000 })
  database.close()
})
