import { describe, expect, it } from 'vitest'
import { findFileCircles } from './file-circles.ts'
import { PROJECT } from './project-folder.mjs'
import { readTree } from './read-tree.ts'

const circles = (files: Record<string, string>) => findFileCircles(new Map(Object.entries(files)))

describe('circles of files', () => {
  it.each([
    ['values', `import { b } from './b.ts'`],
    ['types', `import type { B } from './b.ts'`],
    ['what is exported again', `export { b } from './b.ts'`],
    ['a type that is written where it is used', `type B = import('./b.ts').B`],
    ['what is loaded later', `const b = () => import('./b.ts')`],
    ['a worker', `new Worker(new URL('./b.ts', import.meta.url))`],
  ])('are made by %s', (_of, source) => {
    const back = `import type { A } from './a.ts'`
    expect(circles({ 'x/a.ts': source, 'x/b.ts': back })).toEqual([['x/a.ts', 'x/b.ts', 'x/a.ts']])
  })

  it('are told once each, from the first of their files, by the shortest way', () => {
    const files = {
      'a.ts': `import './b.ts'`,
      'b.ts': `import './c.ts'\nimport './d/e.ts'`,
      'c.ts': `import './d/e.ts'`,
      'd/e.ts': `import '../b.ts'`,
      'f.ts': `import './g.ts'`,
      'g.ts': `import './f.ts'`,
    }
    expect(circles(files)).toEqual([
      ['b.ts', 'd/e.ts', 'b.ts'],
      ['c.ts', 'd/e.ts', 'b.ts', 'c.ts'],
      ['f.ts', 'g.ts', 'f.ts'],
    ])
  })

  it('are not made by packages, by what is not there, and by two ways to one file', () => {
    const files = {
      'a.ts': `import 'a'\nimport './none.ts'\nimport './b.ts'\nimport './c.ts'`,
      'b.ts': `import './c.ts'`,
      'c.ts': '',
    }
    expect(circles(files)).toEqual([])
  })

  it('this checkout has none', () => {
    expect(findFileCircles(readTree(PROJECT).files)).toEqual([])
  })
})
