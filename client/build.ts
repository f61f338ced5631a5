// Generates the types from the OpenAPI document, checks the sources with them, and builds dist/, which npm pack takes.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { build } from 'vite'

const FOLDER = import.meta.dirname
const PROJECT = join(FOLDER, '..')
const GENERATED = join(FOLDER, 'src/generated')
const DIST = join(FOLDER, 'dist')
const PRINT = join(PROJECT, 'server/src/operations/documentation/print-document.ts')
const TSC = join(PROJECT, 'node_modules/typescript/bin/tsc')
/** Declarations that those of the client refer to. They travel with it, so that it has no dependencies. */
const VENDORED = ['openapi-fetch', 'openapi-typescript-helpers'] as const

type Operation = { parameters?: { $ref?: string }[] }
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

function documentText(): string {
  return execFileSync(process.execPath, [PRINT], { encoding: 'utf8', maxBuffer: 2 ** 26 })
}

/** The changes that the server carries out once for each key. */
function receiptsOf({ paths }: Document): string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [] }]) =>
      parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey')
        ? [`${method.toUpperCase()} ${path}`]
        : [],
    ),
  )
}

/** @returns the types as text */
async function typesOf(document: string): Promise<string> {
  return astToString(await openapiTS(JSON.parse(document)))
}

async function generate(): Promise<void> {
  const document = documentText()
  const stamp = join(GENERATED, '.fingerprint')
  // Making the types takes seconds, and most changes of a server do not change its document.
  const made = createHash('sha256').update(document)
  for (const file of [import.meta.filename, join(PROJECT, 'package-lock.json')]) made.update(readFileSync(file))
  const fingerprint = made.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return
  mkdirSync(GENERATED, { recursive: true })
  writeFileSync(join(GENERATED, 'api.d.ts'), await typesOf(document))
  const receipts = receiptsOf(JSON.parse(document))
  writeFileSync(
    join(GENERATED, 'receipts.ts'),
    `export const RECEIPTS: ReadonlySet<string> = new Set(${JSON.stringify(receipts, null, 2)})\n`,
  )
  writeFileSync(stamp, fingerprint)
}

function declare(): void {
  execFileSync(process.execPath, [TSC, '-p', join(FOLDER, 'tsconfig.json')], { stdio: 'inherit' })
  cpSync(join(GENERATED, 'api.d.ts'), join(DIST, 'generated/api.d.ts'))
  for (const name of VENDORED) {
    const home = join(PROJECT, 'node_modules', name)
    const text = readFileSync(join(home, 'dist/index.d.ts'), 'utf8')
    writeFileSync(join(DIST, `${name}.d.ts`), localImports(text))
    cpSync(join(home, 'LICENSE'), join(DIST, `${name}.LICENSE`))
  }
  const index = join(DIST, 'index.d.ts')
  writeFileSync(index, localImports(readFileSync(index, 'utf8')))
}

/** Refers to the declarations beside a file instead of those of packages, and to declarations instead of sources. */
function localImports(text: string): string {
  return text
    .replace(/from '(openapi-[a-z-]+)'/g, "from './$1.js'")
    .replace(/from '(\.\/.+?)(?:\.d)?\.ts'/g, "from '$1.js'")
}

async function main(): Promise<void> {
  await generate()
  rmSync(DIST, { recursive: true, force: true })
  await build({
    root: FOLDER,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: DIST,
      target: 'es2023',
      minify: false,
      lib: { entry: join(FOLDER, 'src/index.ts'), formats: ['es'], fileName: () => 'index.js' },
    },
  })
  declare()
}

await main()
