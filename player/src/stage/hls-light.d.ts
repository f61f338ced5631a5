/** The same without subtitles, protection and second sound tracks, which a muted film needs none of; it comes without types. */
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default } from 'hls.js'
}
