import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

/**
 * The oldest engine that the player supports: Chromium 64, from 2018. There is one lowered bundle for all engines
 * instead of a modern and a legacy one. It has the same size to the kilobyte, and only one bundle has to be tested.
 */
const TARGET = 'chrome64'
const BASE = '/player/'
const PAGE = '/display/'

export default defineConfig({
  root: import.meta.dirname,
  base: BASE,
  plugins: [react(), wordFiles(), plainImports(), bareReactDom(), woff2Alone(), besideTheBundle()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: TARGET,
    cssTarget: TARGET,
    // There is one file, so nothing is preloaded and the preload polyfill would be dead weight.
    modulePreload: false,
    // An inlined file would be a data: address. The page's policy refuses those for scripts and styles.
    assetsInlineLimit: 0,
    sourcemap: false,
    // One file for all that the first picture needs, because each further file is a request. The geometry of zones and
    // walls comes with them, although the index of playback imports it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'index', tags: ['$initial'], test: (id) => !/\/layout\/(room|wall)\.ts$/.test(id) }],
        },
      },
    },
  },
})

/**
 * The texts that a screen shows about itself, as a file for each language beside English, `assets/screen-<language>-<hash>.json`. The
 * page names these files (src/page/words.ts). The worker stores them with the build.
 */
function wordFiles(): Plugin {
  const folder = join(import.meta.dirname, '../messages')
  const files = globSync('*/screen.json', { cwd: folder })
    .sort()
    .map((file) => {
      const source = JSON.stringify(JSON.parse(readFileSync(join(folder, file), 'utf8')))
      return { name: `${file.split(/[\\/]/)[0]}-${hash(source).slice(0, 8)}`, source }
    })
  return {
    name: 'placard-word-files',
    buildStart() {
      if (this.environment.config.command === 'serve') return
      for (const { name, source } of files) {
        this.emitFile({ type: 'asset', fileName: `assets/screen-${name}.json`, source })
      }
    },
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { name: 'placard-words', content: files.map(({ name }) => name).join(' ') },
        injectTo: 'head',
      },
    ],
    configureServer(dev) {
      dev.middlewares.use((request, response, next) => {
        const found = files.find(({ name }) => request.url === `${BASE}assets/screen-${name}.json`)
        if (!found) return next()
        response.setHeader('content-type', 'application/json').end(found.source)
      })
    },
  }
}

/** A lazy script comes alone, without a style sheet or another script. Vite's helper for those would be dead weight. */
function plainImports(): Plugin {
  return {
    name: 'placard-plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined),
  }
}

/**
 * The player uses only the rendering part of React. It adds its few event listeners itself, and no page of it is
 * rendered on a server.
 * React's events, forms, preloading, hydration and developer tools would be a fifth of the bundle, and a bundler cannot
 * leave them out of a CommonJS module. Each cut matches the text that it removes. The build fails if React has changed
 * that text.
 */
function bareReactDom(): Plugin {
  const cuts: Record<string, [from: RegExp, to: string][]> = {
    // The renderer needs one object of this file. The player needs nothing of it.
    'react-dom.production.js': [
      [
        /^[\s\S]*?var Internals = ([\s\S]+?findDOMNode: null\s*})[\s\S]*$/,
        'const noop = () => {}, formatProdErrorMessage = String; exports.__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = $1',
      ],
    ],
    'react-dom-client.production.js': [
      [/(?<=^function listenToAllSupportedEvents\(rootContainerElement\) {)[\s\S]+?^}/m, '}'],
      [/(?<=^function listenToNonDelegatedEvent\(domEventName, targetElement\) {)[\s\S]+?^}/m, '}'],
      [/^ReactDOMSharedInternals\.d = {[\s\S]+?^};/m, ''],
      // Nobody reads the component stack of an error. React would call the components again to build it.
      [/(?<=^function getStackByFiberInDevAndProd\(workInProgress\) {)[\s\S]+?^}/m, "return ''}"],
      [/^exports\.hydrateRoot = function [\s\S]+?^};/m, ''],
      // Finds an element by its component. Only test libraries use it.
      [/^ReactDOMSharedInternals\.findDOMNode = function [\s\S]+?^};/m, ''],
      // The React developer tools, which ask to be told of everything that is rendered.
      [/^if \("undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__\) {[\s\S]+?^}/m, ''],
    ],
  }
  return {
    name: 'placard-bare-react-dom',
    apply: 'build',
    transform(code, id) {
      const name = id.slice(id.lastIndexOf('/') + 1)
      let left = code
      for (const [from, to] of (id.includes('/react-dom/cjs/') && cuts[name]) || []) {
        if (!from.test(left)) throw new Error(`React has changed: ${from} is not in ${name}`)
        left = left.replace(from, to)
      }
      return left === code ? undefined : { code: left, map: null }
    },
  }
}

/** The font packages also contain an older format that no supported engine needs. */
function woff2Alone(): Plugin {
  return {
    name: 'placard-woff2-alone',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (name.endsWith('.woff')) delete bundle[name]
        if (file.type !== 'asset' || !name.endsWith('.css')) continue
        file.source = String(file.source).replaceAll(/,\s*url\([^)]*\.woff\)\s*format\(["']woff["']\)/g, '')
      }
    },
  }
}

/**
 * Builds three scripts beside the bundle, each in a file of its own: the guard, which checks that the bundle runs at
 * all; the message for browsers that are too old; and the worker, which contains the hash of every file of its build.
 */
function besideTheBundle(): Plugin {
  let folder = ''
  return {
    name: 'placard-beside-the-bundle',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir)
      if (build.outDir.startsWith('/')) folder = build.outDir
    },
    async closeBundle() {
      const guard = await bundle('src/page/guard.ts', {})
      const guardFile = `assets/guard-${hash(guard).slice(0, 8)}.js`
      writeFileSync(join(folder, guardFile), guard)

      const tooOld = await bundle('src/page/too-old-entry.ts', {})
      const tooOldFile = `assets/too-old-${hash(tooOld).slice(0, 8)}.js`
      writeFileSync(join(folder, tooOldFile), tooOld)

      const html = readFileSync(join(folder, 'index.html'), 'utf8')
      const names = readdirSync(join(folder, 'assets')).sort()
      const assets = names.map((name) => ({
        url: `${BASE}assets/${name}`,
        sha256: hash(readFileSync(join(folder, 'assets', name))),
      }))
      const id = hash(html + JSON.stringify(assets)).slice(0, 16)
      const head = `<meta name="placard-build" content="${id}" />\n    <script src="${BASE}${guardFile}"></script>\n    <script type="module"`
      // Only engines without modules run it. It comes last, when there is a body to write into.
      const foot = `<script nomodule src="${BASE}${tooOldFile}"></script>\n  </body>`
      const page = html.replace('<script type="module"', () => head).replace('</body>', () => foot)
      writeFileSync(join(folder, 'index.html'), page)

      const own = { id, page: { url: PAGE, sha256: hash(page) }, assets }
      writeFileSync(join(folder, 'sw.js'), await bundle('src/sw/worker.ts', { PLACARD_BUILD: JSON.stringify(own) }))
    },
  }
}

async function bundle(entry: string, define: Record<string, string>): Promise<string> {
  const output = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    define,
    build: {
      target: TARGET,
      write: false,
      minify: true,
      lib: { entry, formats: ['iife'], name: 'placard' },
    },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (!first || !('output' in first)) throw new Error(`${entry} made no bundle`)
  return first.output[0].code
}

function hash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
