// npm run placard: the operator's command line.
//   npm run placard -- user subscribe head@vnr.example --organisation vnr --display ece
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(`Node 20 or newer is needed to run Placard; this is Node ${process.versions.node}.`)
  process.exit(1)
}
const { command } = await import('./command.mjs')
process.exitCode = await command(process.argv.slice(2))
