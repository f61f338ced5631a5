// The parts of the journeys that benches use as well.
export { QUIET_FLAGS } from './browser-flags.ts'
export { heapKiBOf, objectsKiBOf } from './rigs/heap.ts'
