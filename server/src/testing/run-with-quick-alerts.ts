// Loaded into the server of an end-to-end test before the server itself (node --import), because no environment variable can set this.
import { ALERT_PACE } from '../screens/alerts/service.ts'

Object.assign(ALERT_PACE, {
  darkMs: 10_000,
  silentMs: 10_000,
  groupedWithinMs: 2_000,
  lookedEveryMs: 1_000,
  claimedMs: 5_000,
})
