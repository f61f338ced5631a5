import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { ar } from './src/ui/i18n/messages/ar.ts'
import { en } from './src/ui/i18n/messages/en.ts'

const server = `http://127.0.0.1:${process.env.PLACARD_SERVER_PORT ?? '3000'}`
const inputOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** In development the server's part of the addressing: `/` is the landing page, every other page is the application. */
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

/** The words that the sign-in page begins with, in each language, so that they are painted before a script has run. */
function firstWords(): Plugin {
  const words = Object.entries({ en, ar }).map(
    ([language, messages]) =>
      `<div class="first-words" lang="${language}"><p class="first-heading">${messages['login.title']}</p><p class="first-lead">${messages['login.lead']}</p></div>`,
  )
  return {
    name: 'placard-first-words',
    transformIndexHtml: (html) => html.replace('<!--login-words-->', words.join('\n          ')),
  }
}

/**
 * Zod can describe a schema as JSON Schema, which the server's documentation uses and no page does: 8 kB gzip that a bundler
 * cannot leave out, because every schema has the methods. The build fails where Zod no longer keeps them in these files.
 */
function withoutJsonSchema(): Plugin {
  const missed = new Set(['to-json-schema', 'json-schema-processors'])
  return {
    name: 'placard-without-json-schema',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const name = id.match(/[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/)?.[1]
      if (name === undefined) return undefined
      missed.delete(name)
      const exported = readFileSync(id, 'utf8').matchAll(/^export (?:const |function |{ \w+ as )(\w+)/gm)
      const names = Array.from(exported, ([, word]) => `none as ${word}`)
      return `const none = () => () => { throw new Error('no JSON Schema in a page') }; export { ${names.join(', ')} }`
    },
    buildEnd(error) {
      if (!error && missed.size > 0) throw new Error(`Zod has changed: it has no ${Array.from(missed).join(', no ')}`)
    },
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  appType: 'mpa',
  plugins: [react(), pages(), firstWords(), withoutJsonSchema()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Every browser of the target knows modulepreload, and a polyfill would be more script before the first paint.
    modulePreload: { polyfill: false },
    // A data: address would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { app: inputOf('app.html'), index: inputOf('index.html') } },
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: server }, '/media': { target: server }, '/display': { target: server } },
  },
})
