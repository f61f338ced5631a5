import { expect, it } from 'vitest'
import { en } from './src/platform/ui/i18n/messages/en.ts'
import { partsOfWords } from './words.ts'

const { keysOf, partsOf, unsaid } = partsOfWords()
const partOf = (key: string) => [...keysOf].filter(([, keys]) => keys.includes(key)).map(([part]) => part)
const partsOfModule = (end: string) => [...partsOf].find(([file]) => file.endsWith(end))?.[1]

it('[WD1] every message is in one part, and a module says it', () => {
  expect(Object.keys(en).filter((key) => partOf(key).length !== 1)).toEqual([])
  expect(unsaid).toEqual([])
})

it('[WD1] the first part has what sign-in and the dashboard say, whole or put together, and no more', () => {
  for (const key of [
    'login.title',
    'items.heading',
    'items.type.notice',
    'nav.playlists',
    'part.offline.title',
  ] as const)
    expect([key, partOf(key)]).toEqual([key, ['first']])
  for (const key of ['notices.heading', 'schedule.days', 'activity.title', 'tables.title'].filter((one) => one in en))
    expect([key, partOf(key)]).not.toEqual([key, ['first']])
})

it('[WD1] the errors of the calls that the first pages make are in the first part, the others in the late one', () => {
  for (const code of ['invalid-credential', 'offline', 'not-found', 'changed-meanwhile', 'item-not-found'])
    if (`error.${code}` in en) expect([code, partOf(`error.${code}`)]).toEqual([code, ['first']])
  for (const code of ['webhook-url-not-valid', 'cap-not-valid', 'schedule-never-on', 'weak-password'])
    expect([code, partOf(`error.${code}`)]).toEqual([code, ['late']])
})

it('[WD1] a page and its dialogs share a part, and wait for it', () => {
  // The board's form opens there, too.
  expect(partsOfModule('/tables/tables.tsx')).toEqual(['edit-board', 'late', 'tables'])
  expect(partsOfModule('/tables/column-dialog.tsx')).toContain('tables')
  expect(partsOfModule('/move-ins/moving-in.tsx')).toEqual(['late', 'moving-in'])
  expect(partsOfModule('/sign-in/login.tsx')).toBeUndefined()
  expect(partsOfModule('/dashboard/dashboard.tsx')).toBeUndefined()
})
