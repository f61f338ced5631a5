import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const PDFJS = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const { version } = JSON.parse(readFileSync(join(PDFJS, 'package.json'), 'utf8')) as { version: string }

/** Its files have names of their own, and answers are kept for a year: so the version is in the address. */
const FOLDER = `assets/pdf-${version}/`

/**
 * The fonts, maps of letters and decoders that a document may need, which the library fetches by their names when it meets one. Of
 * its WebAssembly only what stands in for it: our pages allow none.
 */
const FILES = [
  { folder: 'cmaps', isNeeded: (name: string) => name.endsWith('.bcmap') },
  { folder: 'standard_fonts', isNeeded: (name: string) => /\.(pfb|ttf)$/.test(name) },
  { folder: 'wasm', isNeeded: (name: string) => name.endsWith('_nowasm_fallback.js') },
]

const list = () =>
  FILES.flatMap(({ folder, isNeeded }) =>
    readdirSync(join(PDFJS, folder))
      .filter(isNeeded)
      .map((name) => `${folder}/${name}`),
  )

export function pdfFiles(): Plugin {
  return {
    name: 'placard-pdf-files',
    config: () => ({ define: { __PDF_FILES__: JSON.stringify(`/${FOLDER}`) } }),
    generateBundle() {
      for (const name of list()) {
        this.emitFile({ type: 'asset', fileName: FOLDER + name, source: readFileSync(join(PDFJS, name)) })
      }
    },
    configureServer(dev) {
      const files = new Set(list())
      dev.middlewares.use(`/${FOLDER}`, (request, response, next) => {
        const name = (request.url ?? '').slice(1)
        if (!files.has(name)) return next()
        response.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'application/octet-stream')
        response.end(readFileSync(join(PDFJS, name)))
      })
    },
  }
}
