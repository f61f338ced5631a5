import fc from 'fast-check'

// The everyday run must give the same answer for the same code, so its values come from one seed. `npm run hunt` takes new
// ones each time, and more of them: that is where an unknown counterexample is looked for.
const seed = process.env.PROPERTY_SEED
const factor = Number(process.env.PROPERTY_FACTOR ?? 1)

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: seed === 'new' ? Date.now() % 2 ** 31 : Number(seed ?? 20_261_121),
  numRuns: 100 * factor,
})
