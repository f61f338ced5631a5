import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCES = join(import.meta.dirname, '../..')

/** Forms that are drawn without `FormBody`, each with the reason. */
const OTHERS = {
  'platform/form/form-body.tsx': 'it is the one',
  'landing/trial.tsx': 'saves nothing: a game on the landing page, which has no part of the application',
  'features/content/items/edit-item.tsx': 'holds what was typed against what others save meanwhile, and merges both',
  'pages/content/add-container/add-form.tsx': 'ends in an upload, which has states of its own',
}

it('[HS15] every form of the application is the same one', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const drawn = files.filter((file) => /<form\b/.test(readFileSync(join(SOURCES, file), 'utf8')))
  expect(drawn.map((file) => file.replaceAll('\\', '/')).sort()).toEqual(Object.keys(OTHERS).sort())
})

it('[HS15] what a press sets off outside of a form is under way, and fails, in one way', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const byHand = files.filter((file) => /\bset(Is)?Busy\b/.test(readFileSync(join(SOURCES, file), 'utf8')))
  expect(byHand).toEqual([])
})
