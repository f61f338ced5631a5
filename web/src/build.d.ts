/** The version of Placard: `1.0.0`. Set by `vite.config.ts`. */
declare const PLACARD_VERSION: string
