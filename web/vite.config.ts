import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PAGES } from '@placard/contract'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { createLayers } from './chunks.ts'
import { pdfFiles } from './pdf-files.ts'
import { PAGE_SHAPES } from './src/shell/page-shape.ts'
import { wordFiles } from './words.ts'

const server = `http://127.0.0.1:${process.env.PLACARD_SERVER_PORT ?? '3000'}`
const inputOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The server's routing, for development: `/` is the landing page, every other path is the application. */
function pages(): Plugin {
  return {
    name: 'placard-pages',
    configureServer(dev) {
      dev.middlewares.use((request, _response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname
        const wantsPage = request.headers.accept?.includes('text/html') ?? false
        if (wantsPage && path !== '/' && !/\.\w+$/.test(path) && !/^\/(api(?!\/docs$)|media|display)\//.test(path)) {
          request.url = '/app.html'
        }
        next()
      })
    },
  }
}

/** The pages that most people enter by, with the module of each. */
const ENTERED = {
  [PAGES.login]: 'pages/people/sign-in/login.tsx',
  [PAGES.dashboard]: 'pages/playout/dashboard/dashboard.tsx',
}

/**
 * Writes the shape of each page into the document, and the scripts of the entry pages, which would otherwise only be requested once the
 * first script has run.
 */
function pageParts(): Plugin {
  return {
    name: 'placard-page-parts',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, chunk: entry }) {
        const chunks = Object.values(bundle ?? {}).filter((one) => one.type === 'chunk')
        const named = (fileName: string) => chunks.filter((one) => one.fileName === fileName)
        const withImports = (chunk: (typeof chunks)[number]): string[] => [
          chunk.fileName,
          ...chunk.imports.flatMap(named).flatMap(withImports),
        ]
        const first = new Set(entry ? withImports(entry) : [])
        const scriptsOf = (module: string | undefined) => {
          const found = module && chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
          if (module && bundle && !found) throw new Error(`no script of ${module}`)
          const later = found ? Array.from(new Set(withImports(found))).filter((file) => !first.has(file)) : []
          return later.length > 0 ? { scripts: later.map((file) => `/${file}`) } : {}
        }
        const pages = Object.entries(PAGE_SHAPES).map(([path, shape]) => [
          path,
          { shape, ...scriptsOf((ENTERED as Record<string, string>)[path]) },
        ])
        const written = JSON.stringify(Object.fromEntries(pages)).replaceAll('"', '&quot;')
        return html.replace('name="placard-pages" content="{}"', `name="placard-pages" content="${written}"`)
      },
    },
  }
}

/**
 * Removes the parts of Zod that the pages do not use: JSON Schema, which the server's documentation uses, and English error messages,
 * which our own table replaces. They are 7 kB gzip that a bundler cannot leave out, because every schema refers to them. The build
 * fails if Zod no longer has them in these files.
 */
function plainZod(): Plugin {
  const cut = new Set(['core/to-json-schema', 'core/json-schema-processors', 'locales/en'])
  const missed = new Set(cut)
  return {
    name: 'placard-plain-zod',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const name = id.replaceAll('\\', '/').match(/\/zod\/v4\/([\w/-]+)\.js$/)?.[1] ?? ''
      if (!cut.has(name)) return undefined
      missed.delete(name)
      if (name === 'locales/en') return 'export default () => ({})'
      const exported = readFileSync(id, 'utf8').matchAll(/^export (?:const |function |{ \w+ as )(\w+)/gm)
      const names = Array.from(exported, ([, word]) => `none as ${word}`)
      return `const none = () => () => { throw new Error('no JSON Schema in a page') }; export { ${names.join(', ')} }`
    },
    buildEnd(error) {
      if (!error && missed.size > 0) throw new Error(`Zod has changed: it has no ${Array.from(missed).join(', no ')}`)
    },
  }
}

/**
 * Removes components of Mantine that no page uses: groups, labels of progress bars, and all loaders but the ring. A bundler cannot leave
 * them out, because the components that pages use refer to them. The build fails if Mantine no longer has them.
 */
function plainMantine(): Plugin {
  const groups = ['Button', 'ActionIcon'].flatMap((name) => [`${name}Group`, `${name}GroupSection`])
  const cut = new Set([...groups, 'ProgressLabel', 'Bars', 'Dots'])
  const missed = new Set(cut)
  return {
    name: 'placard-plain-mantine',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const name = id.replaceAll('\\', '/').match(/\/@mantine\/core\/esm\/.*\/(\w+)\.mjs$/)?.[1] ?? ''
      if (!cut.has(name)) return undefined
      missed.delete(name)
      return `export const ${name} = undefined`
    },
    buildEnd(error) {
      if (!error && missed.size > 0)
        throw new Error(`Mantine has changed: it has no ${Array.from(missed).join(', no ')}`)
    },
  }
}

const layers = createLayers()
/** The version of Placard, from package.json: the account menu shows it. */
const VERSION: string = JSON.parse(readFileSync(inputOf('package.json'), 'utf8')).version

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  appType: 'mpa',
  define: { PLACARD_VERSION: JSON.stringify(VERSION) },
  plugins: [wordFiles(), react(), pages(), pageParts(), plainZod(), plainMantine(), pdfFiles(), layers.plugin],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Every target browser supports modulepreload, and the polyfill would be more script before the first paint.
    modulePreload: { polyfill: false },
    // A data: address would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { app: inputOf('app.html'), index: inputOf('index.html') },
      output: { codeSplitting: { groups: layers.groups } },
    },
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: server },
      '/media': { target: server },
      '/display': { target: server },
      '/read': { target: server },
    },
  },
})
