import { SCREEN_BEAT_MS, SCREEN_SILENT_MS, SCREEN_UNSEEN_MS, type Screen, type ScreenAlarm } from '@placard/contract'
import type { Stretch } from '@placard/playback'

/**
 * Decides if somebody should look at a screen (F64).
 *
 * @param screen `beat` is null for a screen that does not report painting, for which nothing can be decided
 * @param watchingSince the time since which this process has received all reports: earlier silence does not count
 * @param opening tells if the display is open now (SH2): while it is closed there is no alarm, and silence before it opened does
 * not count
 * @param now by the server's clock, like all instants here
 */
export function alarmOf(
  { beat, seenAt }: { beat: Pick<NonNullable<Screen['beat']>, 'at' | 'paintedAt'> | null; seenAt: number },
  watchingSince: number,
  opening: Pick<Stretch, 'isOn' | 'since'>,
  now: number,
): ScreenAlarm | null {
  if (!beat || !opening.isOn) return null
  const listeningSince = Math.max(watchingSince, opening.since)
  const heardAt = Math.max(beat.at, seenAt)
  // Browsers may limit a hidden page to one report a minute, which does not count as silence.
  const saysDark =
    beat.at - beat.paintedAt > SCREEN_BEAT_MS && beat.at >= listeningSince && now - heardAt <= SCREEN_UNSEEN_MS
  if (saysDark) return now - beat.paintedAt > SCREEN_SILENT_MS ? { kind: 'dark', since: beat.paintedAt } : null
  return now - Math.max(heardAt, listeningSince) > SCREEN_SILENT_MS ? { kind: 'silent', since: heardAt } : null
}
