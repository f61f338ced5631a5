export * from './loop-start.ts'
export { type Plan, type Playable, planAt, type Showing, soonestFirst } from './plan.ts'
export { isNeverOn, type Stretch, scheduleStateAt } from './schedule.ts'
export { localTimeOf } from './zone.ts'
