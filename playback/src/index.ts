export { loopStartAfter } from './loop-start.ts'
export { type Plan, planAt, type Showing } from './plan.ts'
