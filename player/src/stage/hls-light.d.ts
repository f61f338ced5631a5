/**
 * The same without subtitles, protection and alternative sound tracks, which are not needed here. The package has no
 * types for it.
 */
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default } from 'hls.js'
}
