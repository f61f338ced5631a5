export * from './loop-start.ts'
export { nextChangeAt, type Plan, type Playable, planAt, type Showing, soonestFirst } from './plan.ts'
export { isNeverOn, type Stretch, scheduleStateAt } from './schedule.ts'
export { firstInstantOf, localTimeOf } from './zone.ts'
