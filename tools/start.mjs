// npm start: sets up what is missing, then serves. This file must parse on any Node, because otherwise its own message
// could not be shown.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(`Node 20 or newer is needed to start Placard; this is Node ${process.versions.node}.`)
  process.exit(1)
}
const { serve } = await import('./serve.mjs')
process.exitCode = await serve(process.argv.slice(2))
