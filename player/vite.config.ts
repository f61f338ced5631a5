import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/player/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The oldest engine that is promised by the player: Chromium 64, of the year 2018. One lowered bundle for all instead of
    // a modern and a legacy one: it weighs the same to the kilobyte, and there is one thing to test instead of two.
    target: 'chrome64',
    cssTarget: 'chrome64',
    // One file: nothing is preloaded, and the polyfill for it would be dead weight.
    modulePreload: false,
    // An inlined file would be a data: address, which the policy of the page refuses for scripts and styles.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
})
