// Loaded into the server of a journey before the server itself (node --import): no variable of the environment can do this.
import { ALERT_PACE } from '../screens/alerts/service.ts'

Object.assign(ALERT_PACE, {
  darkMs: 10_000,
  silentMs: 10_000,
  groupedWithinMs: 2_000,
  lookedEveryMs: 1_000,
  claimedMs: 5_000,
})
